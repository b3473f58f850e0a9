import type { PluginSpec } from '../../config/plugin.ts'
import { fieldTypes as builtIn } from '../../fields/index.ts'
import { rememberOrigin } from '../../ground/origin.ts'
import type { ProgramExports } from '../load/find-exports.ts'
import { type CheckedProject, sourceOf } from '../project.ts'
import { isStandIn } from '../stand-in.ts'
import { asFieldType } from './as-field-type.ts'
import type { Evaluated, PluginDetails } from './messages.ts'

export interface DecodedProject extends CheckedProject {
  readonly exports: ProgramExports
}

/** Restores the project of an evaluation in another process, for later passes; `null` if it has errors. */
export function decodeProject(root: string, evaluated: Evaluated): DecodedProject | null {
  for (const [declaration, origin] of evaluated.origins) rememberOrigin(declaration, origin)
  if (!evaluated.project) return null
  const { config, plugins, systemNames, settings, exports, said } = evaluated.project
  for (const { access } of config.collections) withCode(access)
  for (const { plugin } of plugins) withAnswers(plugin, said.get(plugin.name))
  const types = plugins.flatMap(({ plugin }) => plugin.data?.fieldTypes ?? [])
  return {
    root,
    config,
    plugins,
    systemNames,
    fieldTypes: { ...Object.fromEntries(types.toReversed().map((type) => [type.kind, type])), ...builtIn },
    settings,
    exports,
    sourceOf: (declaration) => sourceOf(root, evaluated.configFile, declaration),
  }
}

type Members = Record<string, unknown>

/**
 * Replaces stand-ins for rules with functions that have the source of the rules, but throw: only the worker calls
 * rules.
 */
function withCode(access: object | undefined): void {
  const rules = (access ?? {}) as Members
  for (const [operation, rule] of Object.entries(rules)) {
    if (!isStandIn(rule, 'code')) continue
    const elsewhere = () => {
      throw new Error('a rule that is a function runs in the worker')
    }
    rules[operation] = Object.assign(elsewhere, { toString: () => rule.source ?? '' })
  }
}

function withAnswers(plugin: PluginSpec, said: PluginDetails | undefined): void {
  const fieldTypes = (said?.fieldTypes ?? []).map(asFieldType)
  const optionalSecrets = (environment: string) => said?.optionalSecrets[environment] ?? []
  Object.assign(plugin, {
    data: { ...plugin.data, fieldTypes },
    operations: { ...plugin.operations, optionalSecrets },
  })
}
