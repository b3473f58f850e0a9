import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { isPageRequest, t } from '../../../runtime/kit.ts'
import { detail, pluginDetail, pluginSummary, summarize } from './plugin-object.ts'
import { readPluginState, readPluginStates } from './plugin-states.ts'

export const listPlugins = defineRoute({
  method: 'GET',
  path: '/admin/plugins',
  access: ['admin'],
  summary: 'The plugins of the config, and whether they are turned on',
  input: {
    query: z.strictObject({
      on: z.string().max(100).optional().meta({ description: 'For the page: what was turned on just now.' }),
      off: z.string().max(100).optional().meta({ description: 'For the page: what was turned off just now.' }),
    }),
  },
  responses: { 200: z.strictObject({ success: z.literal(true), data: z.array(pluginSummary) }) },
  handler: async (c, { query: { on, off } }) => {
    const plugins = (await readPluginStates(c)).map(summarize)
    if (!isPageRequest(c)) return c.json({ success: true, data: plugins })
    const { pluginsPage } = await import('./list-page.tsx')
    const known = plugins.find(({ name }) => name === (on ?? off))
    const toggled = known ? { name: known.name, active: on !== undefined } : null
    c.header('Cache-Control', 'no-store')
    return c.render(pluginsPage(plugins, toggled), { title: t('Plugins') })
  },
})

export const showPlugin = defineRoute({
  method: 'GET',
  path: '/admin/plugins/:id',
  access: ['admin'],
  summary: 'A plugin: what it adds to the service, and its settings with where they come from',
  responses: { 200: z.strictObject({ success: z.literal(true), data: pluginDetail }) },
  problems: ['not_found'],
  handler: async (c) => {
    const plugin = detail(c, await readPluginState(c, c.req.param('id') ?? ''))
    if (!isPageRequest(c)) return c.json({ success: true, data: plugin })
    const { pluginPage } = await import('./plugin-page.tsx')
    return c.render(pluginPage(c, plugin), { title: plugin.name })
  },
})
