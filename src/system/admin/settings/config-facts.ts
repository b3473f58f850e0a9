import { environmentOf, manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import type { TabSettings } from './tab-settings.ts'

/** Returns general facts of the service from the config. */
export function general(c: RequestContext): TabSettings {
  const { name, cors, slowRequests, auditRetention, schemaHash } = manifestOf(c)
  const { name: environment, domain, migrations } = environmentOf(c)
  return { name, environment, domain, migrations, cors, slowRequests, auditRetention, schemaHash }
}

/** Returns the environments side by side, with their overrides of settings. */
export function environments(c: RequestContext): TabSettings {
  const declared = Object.values(manifestOf(c).environments)
  return Object.fromEntries(
    declared.map(({ name, domain, migrations, vars, settings, settingSources }) => {
      const overrides = Object.entries(settingSources).flatMap(([plugin, sources]) =>
        Object.entries(sources)
          .filter(([, source]) => source === 'environment')
          .map(([setting]) => [`${plugin}.${setting}`, settings[plugin]?.[setting] ?? null] as const),
      )
      return [name, { domain, migrations, vars: Object.keys(vars), overrides: Object.fromEntries(overrides) }]
    }),
  )
}

export function roles(c: RequestContext): TabSettings {
  return manifestOf(c).roles
}

/** Returns events, each with the plugins that listen to it, in their order. */
export function hooks(c: RequestContext): TabSettings {
  const { plugins } = manifestOf(c)
  const events = [...new Set(plugins.flatMap((plugin) => plugin.hooks))].sort()
  return Object.fromEntries(
    events.map((event) => [event, plugins.filter((plugin) => plugin.hooks.includes(event)).map(({ name }) => name)]),
  )
}
