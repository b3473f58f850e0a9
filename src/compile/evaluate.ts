import { join } from 'node:path'
import { type CheckResult, checkProject } from './check/check.ts'
import { checkMachinePaths } from './check/machine-paths.ts'
import { type Finding, hasErrors } from './diagnostics/diagnostic.ts'
import { findImpurity } from './diagnostics/find-impurity.ts'
import { explainRead, REACHES_OUT, withoutNested } from './diagnostics/impure-reads.ts'
import { explainLoadError } from './diagnostics/load-mistakes.ts'
import type { ReportContext } from './diagnostics/report.ts'
import { type Attempt, watchAttempts } from './load/attempts.ts'
import { underCircumstances } from './load/circumstances/circumstances.ts'
import { findExports, type ProgramExports } from './load/find-exports.ts'
import { EvaluationError, type LoadedProject, loadProject, MissingConfig } from './load/load-project.ts'
import type { ModuleGraph } from './load/module-graph.ts'
import { orderPlugins } from './lower/plugins.ts'
import { type CheckedProject, sourceOf } from './project.ts'
import { resolveSettings } from './settings/resolve-settings.ts'

/** A project whose files have been evaluated and checked. */
export interface Evaluation {
  readonly findings: readonly Finding[]
  readonly report: ReportContext
  /** The checked project; `null` if there are errors. */
  readonly checked: { readonly project: CheckedProject; readonly exports: ProgramExports } | null
}

/** Evaluates the changed files of a project and checks the whole project. All mistakes are returned as findings. */
export async function evaluateProject(graph: ModuleGraph): Promise<Evaluation> {
  const attempts: Attempt[] = []
  const outcome = await watchAttempts(
    (attempt) => attempts.push(attempt),
    () => underCircumstances([], () => loadAndCheck(graph)),
  )
  const explained = withoutNested(attempts.flatMap((attempt) => explainRead(attempt, graph)))
  // Evaluated modules are not evaluated again, so the next evaluation would not see these attempts.
  if (explained.length > 0) graph.invalidateAll()
  const findings = [...explained, ...causes(explained, outcome.findings)]
  const checked = outcome.checked && !hasErrors(findings) ? outcome.checked : null
  return { findings, report: outcome.report, checked }
}

/** Drops errors that the config threw if an attempt to reach outside, such as reading a file, was refused before. */
function causes(attempts: readonly Finding[], findings: readonly Finding[]): readonly Finding[] {
  const wasRefused = attempts.some(({ code }) => code === REACHES_OUT)
  return wasRefused ? findings.filter(({ code }) => code !== 'config-threw' && code !== REACHES_OUT) : findings
}

async function loadAndCheck(graph: ModuleGraph): Promise<Evaluation> {
  try {
    const { loaded, impure } = await loadCompared(graph)
    const { findings, report, checked } = await check(loaded, graph.root)
    return { findings: [...impure, ...findings], report, checked }
  } catch (error) {
    graph.invalidateAll()
    const configFile = error instanceof EvaluationError ? error.configFile : join(graph.root, 'cms.config.ts')
    const cause = error instanceof EvaluationError ? error.cause : error
    const findings = error instanceof MissingConfig ? [noConfig] : await explainLoadError(cause, graph, configFile)
    return { findings, report: { root: graph.root, configFile, layers: [], parents: new Map() }, checked: null }
  }
}

/**
 * Loads a project, and compares it with a second evaluation. If they differ, it is evaluated twice again, from modules
 * that nothing has used yet: a schema, for example, keeps what it computes, which is not a difference of the config.
 */
async function loadCompared(graph: ModuleGraph): Promise<{ loaded: LoadedProject; impure: readonly Finding[] }> {
  // Each evaluation begins with the same random numbers.
  const load = () => underCircumstances([], () => loadProject(graph.root))
  const loaded = await load()
  if ((await findImpurity(loaded.config, graph)).length === 0) return { loaded, impure: [] }
  graph.invalidateAll()
  const fresh = await load()
  return { loaded: fresh, impure: await findImpurity(fresh.config, graph) }
}

const noConfig: Finding = {
  code: 'no-config',
  message: 'There is no cms.config.ts in this folder.',
  hint: 'Run the command in the folder of a project, or create one with `cms init`.',
  at: null,
}

async function check(loaded: LoadedProject, root: string): Promise<Evaluation> {
  const { context, parents, findings } = checkProject(loaded.config, loaded.systemPlugins)
  const report: ReportContext = { root, configFile: loaded.configFile, layers: loaded.layers, parents }
  if (!context) return { findings, report, checked: null }
  const settings = resolveSettings(context.config, context.plugins, [...context.roles].sort())
  const { missing, ...exports } = await findExports(orderOf(context), context.collections)
  const paths = checkMachinePaths(context, root)
  const all = [...findings, ...paths, ...settings.findings, ...missing.map(notExported)]
  if (hasErrors(all)) return { findings: all, report, checked: null }
  const system = context.plugins.filter(({ plugin }) => context.systemNames.has(plugin.name))
  const project: CheckedProject = {
    root,
    config: context.config,
    plugins: [...system, ...orderOf(context)],
    systemNames: context.systemNames,
    fieldTypes: context.fieldTypes,
    settings: settings.settings,
    sourceOf: (declaration) => sourceOf(root, loaded.configFile, declaration),
  }
  return { findings: all, report, checked: { project, exports } }
}

function orderOf({ plugins, systemNames }: NonNullable<CheckResult['context']>) {
  const declared = plugins.filter(({ plugin }) => !systemNames.has(plugin.name))
  return orderPlugins(declared, systemNames)
}

function notExported(declaration: { readonly name: string }): Finding {
  const isPlugin = 'version' in declaration
  return {
    code: 'not-exported',
    message: isPlugin
      ? `The plugin ${declaration.name} is not exported by the file that declares it, so the worker could not import it.`
      : `The collection '${declaration.name}' has a rule that is a function, and is not exported by the file that declares it.`,
    hint: `Write \`export default ${isPlugin ? 'definePlugin' : 'defineCollection'}({ … })\`.`,
    at: { declaration, path: [], part: 'value' },
  }
}
