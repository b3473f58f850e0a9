import * as z from 'zod'
import { describeAccess } from '../../../manifest/describe-access.ts'
import type { RequestContext } from '../../../runtime/kit.ts'
import { environmentOf, manifestOf, secretOf } from '../../../runtime/kit.ts'
import type { PluginState } from './plugin-states.ts'

export const pluginSummary = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    version: z.string(),
    description: z.string().nullable(),
    active: z.boolean(),
    essential: z.boolean(),
    dependencies: z.array(z.string()),
    dependents: z.array(z.string()),
    obstacle: z
      .string()
      .nullable()
      .meta({ description: 'Reason why the plugin cannot be turned on or off; `null` if it can.' }),
  })
  .meta({ id: 'Plugin', description: 'A plugin of the config, and whether it is turned on.' })

export const pluginSetting = z.strictObject({
  name: z.string(),
  type: z.string().nullable(),
  description: z.string().nullable(),
  value: z.unknown().meta({ description: 'As resolved for this environment; a secret as `{ "$secret": "NAME" }`.' }),
  source: z.enum(['environment', 'config', 'default']),
})

export const pluginDetail = pluginSummary.extend({
  declaredAt: z.string(),
  usedAt: z.string().nullable(),
  routes: z.array(z.strictObject({ method: z.string(), path: z.string(), access: z.string() })),
  hooks: z.array(z.string()),
  services: z.array(z.string()),
  jobs: z.array(z.strictObject({ name: z.string(), everyMinutes: z.int() })),
  tables: z.array(z.string()),
  pages: z.array(z.strictObject({ path: z.string(), label: z.string() })),
  settings: z.array(pluginSetting),
  secrets: z.array(z.strictObject({ name: z.string(), description: z.string(), isSet: z.boolean() })),
})

export type PluginSummary = z.output<typeof pluginSummary>
export type PluginSetting = z.output<typeof pluginSetting>
export type PluginDetail = z.output<typeof pluginDetail>

export function summarize({ plugin, active, dependents, obstacle }: PluginState): PluginSummary {
  const { name, version, description, essential, dependencies } = plugin
  return {
    id: name,
    name,
    version,
    description,
    active,
    essential,
    dependencies: [...dependencies],
    dependents: [...dependents],
    obstacle,
  }
}

/** Returns the details of a plugin. Of secrets, they contain only the names, and whether they are set. */
export function detail(c: RequestContext, state: PluginState): PluginDetail {
  const { plugin } = state
  const settings = settingsFor(c, state)
  const named = Object.entries(plugin.secrets).map(([name, { description }]) => ({ name, description }))
  const used = settings.flatMap(({ name, value }) =>
    secretsIn(value).map((secret) => ({ name: secret, description: `the setting ${name}` })),
  )
  return {
    ...summarize(state),
    declaredAt: plugin.source,
    usedAt: plugin.usedAt,
    routes: manifestOf(c)
      .routes.filter((route) => route.plugin === plugin.name)
      .map(({ method, path, access }) => ({ method, path, access: describeAccess(access) })),
    hooks: [...plugin.hooks],
    services: [...plugin.services],
    jobs: Object.entries(plugin.cron).map(([name, everyMinutes]) => ({ name, everyMinutes })),
    tables: [...plugin.tables],
    pages: plugin.menu.map(({ path, label }) => ({ path, label })),
    settings,
    secrets: [...named, ...used].map((secret) => ({ ...secret, isSet: secretOf(c, secret.name) !== undefined })),
  }
}

function settingsFor(c: RequestContext, { plugin }: PluginState): PluginSetting[] {
  const { settings, settingSources } = environmentOf(c)
  const values = settings[plugin.name] ?? {}
  const sources = settingSources[plugin.name] ?? {}
  return [...new Set([...Object.keys(plugin.settings), ...Object.keys(values)])].sort().map((name) => ({
    name,
    type: plugin.settings[name]?.type ?? null,
    description: plugin.settings[name]?.description ?? null,
    value: values[name] ?? null,
    source: sources[name] ?? 'default',
  }))
}

/** Returns the names of the secrets in a setting. */
function secretsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('$secret' in value) return [String(value.$secret)]
  return Object.values(value).flatMap(secretsIn)
}
