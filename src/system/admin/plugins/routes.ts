import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { detail, pluginDetail, pluginSummary, summarize } from './plugin-object.ts'
import { readPluginState, readPluginStates } from './plugin-states.ts'

export const listPlugins = defineRoute({
  method: 'GET',
  path: '/admin/plugins',
  access: ['admin'],
  summary: 'The plugins of the config, and whether they are turned on',
  input: {
    query: z.strictObject({
      on: z.string().max(100).optional().meta({ description: 'Plugin that was just turned on. Only for pages.' }),
      off: z.string().max(100).optional().meta({ description: 'Plugin that was just turned off. Only for pages.' }),
    }),
  },
  returns: z.strictObject({ data: z.array(pluginSummary) }),
  load: async (c) => ({ data: (await readPluginStates(c)).map(summarize) }),
  page: () => import('./list-page.tsx'),
})

export const showPlugin = defineRoute({
  method: 'GET',
  path: '/admin/plugins/:id',
  access: ['admin'],
  summary: 'A plugin: what it adds to the service, and its settings and their origin',
  returns: z.strictObject({ data: pluginDetail }),
  problems: ['not_found'],
  load: async (c, { params }) => ({ data: detail(c, await readPluginState(c, params.id)) }),
  page: () => import('./plugin-page.tsx'),
})
