import * as z from 'zod'
import { defineRoute } from '../../../config/plugin.ts'
import { HttpError, isPageRequest, type RequestContext } from '../../../runtime/kit.ts'
import { isTab, readTab, type Tab } from './tabs.ts'

/** Each tab has facts of its own; all of them stand in the config. */
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
  summary: 'Settings of the service: general, environments, roles, hooks',
  responses: { 200: answer },
  problems: ['not_found'],
  handler: (c) => {
    const tab = c.req.param('tab') ?? ''
    if (!isTab(tab)) throw new HttpError('not_found', 'The settings have no such tab.')
    return showTab(c, tab)
  },
})

/** Settings are code: they are changed where they stand, reviewed and deployed. */
export const changeSettings = defineRoute({
  method: 'POST',
  path: '/admin/settings',
  access: ['admin'],
  summary: 'Refuses, and names the file to edit',
  audit: false,
  problems: ['schema_locked'],
  handler: () => {
    throw new HttpError('schema_locked', 'Settings are code: edit cms.config.ts, and deploy it.')
  },
})

async function showTab(c: RequestContext, tab: Tab): Promise<Response> {
  const settings = readTab(c, tab)
  if (!isPageRequest(c)) return c.json({ success: true, data: { tab, declaredIn: 'cms.config.ts', settings } })
  const { settingsPage } = await import('./settings-page.tsx')
  return c.render(settingsPage(tab, settings), { title: 'Settings' })
}
