import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { copyingBackfill } from '../config/backfill.ts'
import type { Config } from '../config/config.ts'
import { checkBackfills } from './backfills/check-backfills.ts'
import { backfillsIn } from './backfills/judge-backfills.ts'
import { readProgramCode } from './code/read-program-code.ts'
import { stampProgram } from './code/stamp-program.ts'
import type { Compilation } from './compilation.ts'
import { type Finding, hasErrors } from './diagnostics/diagnostic.ts'
import { type ReportContext, reportFindings } from './diagnostics/report.ts'
import { emitProgramFiles } from './emit/emit.ts'
import { evaluateProject } from './evaluate.ts'
import type { ModuleGraph } from './load/module-graph.ts'
import { moduleGraphOf } from './load/module-hooks.ts'
import { emitLock } from './lock/emit-lock.ts'
import { checkLock, LOCK_FILE } from './lock/lock-format.ts'
import { collectionColumnsOf } from './lower/collection-columns.ts'
import { lowerProject } from './lower/manifest.ts'
import { readLock } from './review/lock.ts'
import { type History, readHistory } from './schema/history.ts'
import { planMigrations } from './schema/plan-migrations.ts'
import type { Step } from './schema/step.ts'
import { readText } from './write-outputs.ts'

export interface Compiler {
  /**
   * Compiles the project. What has not changed since the last time is not evaluated again.
   * @param changed files that have changed, absolute. Default: found by looking at every file that took part.
   */
  compile(changed?: readonly string[]): Promise<Compilation>
}

export interface CompileOptions {
  readonly root: string
  /** Takes the place of `migrations/`, for a plan that is to replace it, and the lock with it. Default: what is there. */
  readonly history?: History
  /**
   * What files of the project would hold, by path relative to it; `null` for a file that would not be there. The files
   * themselves are not touched. Default: what they hold.
   */
  readonly overlay?: ReadonlyMap<string, string | null>
}

/** Compiles the project in a folder. Mistakes in its files come as diagnostics, never as exceptions. */
export async function compile(options: CompileOptions): Promise<Compilation> {
  return createCompiler(options).compile()
}

/** A compiler for a project that is compiled again and again, as in watch mode. */
export function createCompiler({ root, history, overlay }: CompileOptions): Compiler {
  const graph = moduleGraphOf(realpathSync(root))
  return {
    compile: (changed) =>
      inTurn(async () => {
        if (changed) graph.invalidate(changed)
        else graph.refresh()
        if (!overlay) return compileGraph(graph, history)
        graph.lay(new Map([...overlay].map(([path, text]) => [join(graph.root, path), text])))
        try {
          return await compileGraph(graph, history)
        } finally {
          graph.lay(new Map())
        }
      }),
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One compilation after the other: while one evaluates, it watches what is global to the process. */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const next = last.then(run, run)
  last = next
  return next
}

/** The passes in their order. */
async function compileGraph(graph: ModuleGraph, history?: History): Promise<Compilation> {
  const evaluation = await evaluateProject(graph)
  if (!evaluation.checked) return failed(graph, evaluation.findings, evaluation.report)
  const { project, exports } = evaluation.checked
  const { manifest: lowered, schema } = lowerProject(project)
  const plan = planMigrations({
    history: history ?? readHistory(graph.root),
    config: project.config,
    collections: lowered.collections,
    schema,
    types: project.fieldTypes,
    collectionColumns: collectionColumnsOf(lowered),
  })
  const lock = history ? [] : checkLock(readText(join(graph.root, LOCK_FILE)))
  const findings = [...evaluation.findings, ...plan.findings, ...lock]
  if (hasErrors(findings)) return failed(graph, findings, evaluation.report)
  const code = readProgramCode(graph, lowered, exports)
  const manifest = stampProgram(lowered, { ...code, migrations: plan.migrations })
  const lockText = emitLock(project.config, manifest, schema)
  const copied = checkCopies(plan.steps, lockText, readText(join(graph.root, LOCK_FILE)), project.config)
  if (hasErrors(copied)) return failed(graph, [...findings, ...copied], evaluation.report)
  const program = emitProgramFiles({
    root: graph.root,
    manifest,
    plugins: project.plugins.map((use) => use.plugin),
    fieldTypes: project.fieldTypes,
    migrations: plan.migrations,
    exports,
  })
  return {
    root: graph.root,
    diagnostics: await reportFindings(findings, evaluation.report),
    config: project.config,
    manifest,
    schema,
    outputs: new Map([...program, [LOCK_FILE, lockText], ...plan.files]),
    removed: plan.removed,
    files: graph.files(),
  }
}

/** What backfills copy, by the locks before and after; most migrations have none. */
function checkCopies(steps: readonly Step[], after: string, before: string | null, config: Config): Finding[] {
  const backfills = backfillsIn(config)
  if ([...backfills.values()].every((backfill) => copyingBackfill(backfill) === null)) return []
  const head = readLock(after)
  const base = before === null ? null : readLock(before)
  if (!('lock' in head)) return []
  return checkBackfills({ steps, head: head.lock, base: base && 'lock' in base ? base.lock : null, backfills }, config)
}

async function failed(graph: ModuleGraph, findings: readonly Finding[], report: ReportContext): Promise<Compilation> {
  return {
    root: graph.root,
    diagnostics: await reportFindings(findings, report),
    config: null,
    manifest: null,
    schema: null,
    outputs: new Map(),
    removed: [],
    files: graph.files(),
  }
}
