import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { HttpError, type RequestContext, t } from '../../../runtime/kit.ts'
import { changeAppearance } from './appearance.ts'
import { isTab, readTab, type Tab } from './tabs.ts'

/** Schema of a tab. Each tab has different facts. */
const shown = z.strictObject({
  data: z.strictObject({ tab: z.string(), declaredIn: z.string(), settings: z.record(z.string(), z.unknown()) }),
})

export const showSettings = defineRoute({
  method: 'GET',
  path: '/admin/settings',
  access: ['admin'],
  summary: 'General settings of the service, as the config declares them',
  returns: shown,
  load: (c) => showTab(c, 'general'),
  page: () => import('./settings-page.tsx'),
})

export const showSettingsTab = defineRoute({
  method: 'GET',
  path: '/admin/settings/:tab',
  access: ['admin'],
  summary:
    'Settings of the service: general, appearance, security, notifications, storage, schema, environments, roles, hooks',
  returns: shown,
  problems: ['not_found'],
  load: (c, { params: { tab } }) => {
    if (!isTab(tab)) throw new HttpError('not_found', t('There is no such tab.'))
    return showTab(c, tab)
  },
  page: () => import('./settings-page.tsx'),
})

/**
 * Route that changes settings. Only the theme and the language can change; all others are code, which is edited,
 * reviewed and deployed.
 */
export const changeSettings = defineRoute({
  method: 'POST',
  path: '/admin/settings',
  access: ['admin'],
  summary: 'Sets `theme` and `language` for this browser; refuses all other settings, and names the file to edit',
  audit: false,
  input: { body: z.record(z.string(), z.unknown()) },
  returns: z.strictObject({
    data: z.strictObject({ theme: z.string(), language: z.string(), languages: z.array(z.string()) }),
  }),
  problems: ['schema_locked'],
  act: (c, { body }) => ({ data: changeAppearance(c, body) }),
  to: '/admin/settings/appearance',
})

async function showTab(c: RequestContext, tab: Tab) {
  return { data: { tab, declaredIn: 'cms.config.ts', settings: await readTab(c, tab) } }
}
