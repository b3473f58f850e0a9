import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { HttpError, isPageRequest, type RequestContext, t } from '../../../runtime/kit.ts'
import { changeAppearance } from './appearance.ts'
import { isTab, readTab, type Tab } from './tabs.ts'

/** Each tab has facts of its own. */
const answer = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ tab: z.string(), declaredIn: z.string(), settings: z.record(z.string(), z.unknown()) }),
})

export const showSettings = defineRoute({
  method: 'GET',
  path: '/admin/settings',
  access: ['admin'],
  summary: 'General settings of the service, as the config has them',
  responses: { 200: answer },
  handler: (c) => showTab(c, 'general'),
})

export const showSettingsTab = defineRoute({
  method: 'GET',
  path: '/admin/settings/:tab',
  access: ['admin'],
  summary:
    'Settings of the service: general, appearance, security, notifications, storage, schema, environments, roles, hooks',
  responses: { 200: answer },
  problems: ['not_found'],
  handler: (c) => {
    const tab = c.req.param('tab') ?? ''
    if (!isTab(tab)) throw new HttpError('not_found', t('The settings have no such tab.'))
    return showTab(c, tab)
  },
})

const anything = z.record(z.string(), z.unknown())

/** Settings are code: they are changed where they stand, reviewed and deployed. Taste is everybody's own. */
export const changeSettings = defineRoute({
  method: 'POST',
  path: '/admin/settings',
  access: ['admin'],
  summary: 'Set `theme` and `language` for the browser that asks; refuses everything else, and names the file to edit',
  audit: false,
  input: { json: anything, form: anything },
  responses: {
    200: z.strictObject({
      success: z.literal(true),
      data: z.strictObject({ theme: z.string(), language: z.string(), languages: z.array(z.string()) }),
    }),
    303: null,
  },
  problems: ['schema_locked'],
  handler: (c, { json, form }) => {
    const data = changeAppearance(c, json ?? form)
    return isPageRequest(c) ? c.redirect('/admin/settings/appearance', 303) : c.json({ success: true, data })
  },
})

async function showTab(c: RequestContext, tab: Tab): Promise<Response> {
  const settings = await readTab(c, tab)
  c.header('Cache-Control', 'no-store')
  if (!isPageRequest(c)) return c.json({ success: true, data: { tab, declaredIn: 'cms.config.ts', settings } })
  const { settingsPage } = await import('./settings-page.tsx')
  return c.render(settingsPage(tab, settings), { title: t('Settings') })
}
