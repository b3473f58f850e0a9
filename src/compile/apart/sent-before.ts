import type { Collection } from '../../config/collection.ts'
import type { PluginSpec } from '../../config/plugin.ts'
import type { Finding, Position } from '../diagnostics/diagnostic.ts'
import { isStandIn } from '../stand-in.ts'
import type { Evaluated } from './messages.ts'

/** Collections and plugins of the last project that a process has sent, by number. */
export type Declared = ReadonlyMap<number, object>

/**
 * Fills in the declarations that were sent before, and returns all declarations that the next evaluation may refer to.
 */
export function withSentBefore(
  evaluated: Evaluated,
  before: Declared,
): { readonly evaluated: Evaluated; readonly declared: Declared } {
  const { project } = evaluated
  if (!project) return { evaluated, declared: before }
  const known = [...project.declared].map(([number, sent]) => [number, sent ?? before.get(number)] as const)
  const declared = new Map(known.filter((entry): entry is [number, object] => entry[1] !== undefined))
  const resolve = <T extends object>(value: T): T =>
    isStandIn(value, 'sent') ? ((declared.get(value.number) ?? value) as T) : value // a stand-in has the type of its declaration
  const place = (at: Position): Position => ({ ...at, declaration: resolve(at.declaration) })
  const use = <T extends { readonly plugin: PluginSpec }>(each: T): T =>
    Object.assign(each, { plugin: resolve(each.plugin) })
  const config = Object.assign(project.config, {
    collections: project.config.collections.map((collection: Collection) => resolve(collection)),
    ...(project.config.plugins && { plugins: project.config.plugins.map(use) }),
  })
  return {
    declared,
    evaluated: {
      ...evaluated,
      findings: evaluated.findings.map(
        (finding): Finding =>
          finding.at && 'declaration' in finding.at ? { ...finding, at: place(finding.at) } : finding,
      ),
      parents: new Map([...evaluated.parents].map(([declaration, at]) => [resolve(declaration), place(at)])),
      project: { ...project, config, plugins: project.plugins.map(use) },
    },
  }
}
