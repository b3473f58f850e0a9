import type { PluginSpec } from '../../config/plugin.ts'
import type { ManifestPlugin, Program } from '../../manifest/index.ts'

/**
 * Leaves out plugins and parts of plugins that the manifest does not name. A declaration may depend on where it is
 * evaluated, and nobody has reviewed a part that the build did not see.
 */
export function withBuiltParts(program: Program): Program {
  const plugins = program.manifest.plugins.flatMap((facts) => {
    const spec = program.plugins[facts.name]
    return spec === undefined ? [] : [[facts.name, asBuilt(spec, facts)] as const]
  })
  return { ...program, plugins: Object.fromEntries(plugins) }
}

function asBuilt(spec: PluginSpec, facts: ManifestPlugin): PluginSpec {
  const { services, targets, hooks, middleware, cron, queues } = facts
  const { data = {}, http = {}, operations = {} } = spec
  const jobs = Object.entries(operations.cron ?? {}).flatMap(([name, { run }]) => {
    const everyMinutes = cron[name]
    return everyMinutes === undefined ? [] : [[name, { everyMinutes, run }] as const]
  })
  return {
    ...spec,
    services: pick(spec.services ?? {}, services),
    data: { ...data, targets: pick(data.targets ?? {}, Object.keys(targets)) },
    http: { ...http, hooks: pick(http.hooks ?? {}, hooks), middleware: middleware ? (http.middleware ?? []) : [] },
    operations: { ...operations, cron: Object.fromEntries(jobs), queues: pick(operations.queues ?? {}, queues) },
  }
}

function pick<Parts extends object>(parts: Parts, names: readonly string[]): Parts {
  const kept = Object.entries(parts).filter(([name]) => names.includes(name))
  return Object.fromEntries(kept) as Parts // a part keeps its type under its name, and none is required
}
