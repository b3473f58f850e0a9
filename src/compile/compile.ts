import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, ManifestCollection } from '../manifest/index.ts'
import { asDeclared } from '../manifest/localized.ts'
import { decodeProject } from './apart/decode.ts'
import { evaluatorOf } from './apart/evaluator.ts'
import type { Evaluated } from './apart/messages.ts'
import { checkCopies } from './backfills/check-copies.ts'
import { findBundlerFiles } from './code/bundler-files.ts'
import { checkDescriptions } from './code/check-descriptions.ts'
import { readProgramCode } from './code/read-program-code.ts'
import { stampProgram } from './code/stamp-program.ts'
import type { Compilation } from './compilation.ts'
import { type Finding, hasErrors } from './diagnostics/diagnostic.ts'
import { fileName } from './diagnostics/file-name.ts'
import { type ReportContext, reportFindings } from './diagnostics/report.ts'
import { type EmitSource, emitProgramFiles, emitReference } from './emit/emit.ts'
import { emitClientTypes } from './emit/types.ts'
import { fieldPathsOf } from './lock/collection-facts.ts'
import { emitLock } from './lock/emit-lock.ts'
import { localize } from './lower/localize.ts'
import { lowerProject } from './lower/manifest.ts'
import { type History, readHistory } from './schema/files/history.ts'
import { checkLock, LOCK_FILE } from './schema/files/lock-format.ts'
import type { MigrationFile } from './schema/files/migration-file.ts'
import { collectionColumnsOf } from './schema/model/collection-columns.ts'
import type { FieldTypes } from './schema/model/collection-triggers.ts'
import { type MigrationPlan, type MigrationSource, planMigrations, takesLine } from './schema/plan/plan-migrations.ts'
import type { Operation } from './schema/steps/operation.ts'
import { openLines } from './sources/find-line.ts'
import { placeOfOperation } from './sources/place-of-operation.ts'
import { type FindLine, sourcesOf } from './sources/sources.ts'
import { readText } from './write-outputs.ts'

export interface Compiler {
  /**
   * Compiles the project. Only what has changed since the last time is evaluated.
   * @param changed absolute paths of changed files. Default: found by checking every file that was read
   */
  compile(changed?: readonly string[]): Promise<Compilation>
}

export interface CompileOptions {
  readonly root: string
  /** History that replaces `migrations/` and the lock, for planning. Default: that on disk. */
  readonly history?: History
  /**
   * New contents of the project's files, by path relative to the project; `null` for a file that is to be absent. The
   * files on disk do not change. Default: none.
   */
  readonly overlay?: ReadonlyMap<string, string | null>
  /**
   * True if the migration is only planned again, to compare it with the existing one. The review then judges backfills
   * that show values to more readers. Default: false
   */
  readonly isPlannedAgain?: boolean
  /**
   * Called with the migrations once they are planned, before the program is generated, so that they can be tried early.
   */
  readonly onPlanned?: (planned: Planned) => Promise<void>
}

export interface Planned {
  readonly chain: readonly MigrationFile[]
  /** Contents of the files to write, by path relative to the project. */
  readonly files: ReadonlyMap<string, string>
  readonly collections: readonly ManifestCollection[]
  readonly types: FieldTypes
}

/** Compiles the project in a folder. Mistakes in its files are returned as diagnostics, never thrown. */
export async function compile(options: CompileOptions): Promise<Compilation> {
  return createCompiler(options).compile()
}

/** Creates a compiler for a project that is compiled repeatedly, as in watch mode. */
export function createCompiler({ root, overlay = new Map(), ...options }: CompileOptions): Compiler {
  const { history } = options
  const evaluator = evaluatorOf(realpathSync(root))
  const replaced = new Map([...overlay].map(([path, text]) => [join(evaluator.root, path), text]))
  return {
    compile: async (changed) => {
      const [evaluated, found] = await Promise.all([
        evaluator.evaluate(changed ?? null, replaced),
        meanwhile(() => ({
          history: history ?? readHistory(evaluator.root),
          bundlerFiles: findBundlerFiles(evaluator.root),
          isOwn: history === undefined,
          lock: readText(join(evaluator.root, LOCK_FILE)),
        })),
      ])
      return compileEvaluated(evaluator.root, evaluated, replaced, { ...found, ...options, history: found.history })
    },
  }
}

/** Reads everything that does not depend on the config, while another process evaluates it. */
async function meanwhile(read: () => Found): Promise<Found> {
  // Lets the request be sent before this process is busy.
  await new Promise(setImmediate)
  return read()
}

/** Files that were read besides the config. */
interface Found {
  readonly history: History
  /** True if the history is the one in the project's folder, which the lock belongs to. */
  readonly isOwn: boolean
  readonly bundlerFiles: readonly string[]
  /** The text of the lock; `null` without one. */
  readonly lock: string | null
}

/** Runs the passes in order, from a config that was evaluated in another process. */
async function compileEvaluated(
  root: string,
  evaluated: Evaluated,
  replaced: ReadonlyMap<string, string | null>,
  {
    history,
    isOwn,
    bundlerFiles,
    lock: locked,
    onPlanned,
    isPlannedAgain = false,
  }: Found & Pick<CompileOptions, 'onPlanned' | 'isPlannedAgain'>,
): Promise<Compilation> {
  const overlaid = (path: string) => replaced.get(path)
  const report = { ...evaluated, root, overlaid }
  const lowered = lowerOnce(root, evaluated)
  if (!lowered) return failed(evaluated.findings, report, evaluated.files)
  const { project, localized, schema } = lowered
  const described = checkDescriptions(root, bundlerFiles)
  if (hasErrors(described)) return failed([...evaluated.findings, ...described], report, evaluated.files)
  // The bundler runs in a process of its own, while the migrations are planned in this one.
  const reading = readProgramCode({ root, overlay: replaced, bundlerFiles }, lowered.manifest, project.exports)
  reading.catch(() => undefined) // it is awaited below, unless the plan has mistakes
  const planned = {
    history,
    config: localized.config,
    collections: lowered.manifest.collections,
    schema,
    types: project.fieldTypes,
    collectionColumns: collectionColumnsOf(lowered.manifest),
  }
  const plan = await withLines(planMigrations(planned), planned, lowered.manifest, report)
  const lock = isOwn ? checkLock(locked) : []
  const findings = [...evaluated.findings, ...plan.findings, ...lock]
  if (hasErrors(findings)) return failed(findings, report, evaluated.files)
  const { chain, files } = plan
  await onPlanned?.({ chain, files, collections: lowered.manifest.collections, types: project.fieldTypes })
  const read = await reading
  if (read.code === null) return failed([...findings, ...read.findings], report, evaluated.files)
  const { code, modules } = read
  const manifest = stampProgram(lowered.manifest, { ...code, migrations: plan.migrations })
  const lockText = emitLock(project.config, manifest, schema)
  const copies = checkCopies({ plan, history, config: localized.config, lock: lockText, isPlannedAgain })
  if (hasErrors(copies.findings)) return failed([...findings, ...copies.findings], report, evaluated.files)
  const source: EmitSource = {
    root,
    manifest,
    plugins: project.plugins.map((use) => use.plugin),
    fieldTypes: project.fieldTypes,
    migrations: plan.migrations,
    exports: project.exports,
  }
  let reference: ReadonlyMap<string, string> | undefined
  return {
    root,
    diagnostics: await reportFindings(findings, report),
    config: project.config,
    manifest,
    schema,
    chain,
    outputs: new Map([...emitProgramFiles(source), [LOCK_FILE, lockText], ...plan.files, ...copies.notes]),
    reference: () => {
      reference ??= emitReference(source)
      return reference
    },
    clientTypes: (client, command) => emitClientTypes({ ...source, manifest: asDeclared(manifest) }, client, command),
    modulesOf: modules,
    removed: plan.removed,
    configFiles: configFilesOf(report),
    files: evaluated.files,
  }
}

const known = new WeakMap<Evaluated, ReturnType<typeof lower>>()

/** Lowers an evaluation once; later calls for the same evaluation return the same object. */
function lowerOnce(root: string, evaluated: Evaluated): ReturnType<typeof lower> {
  const found = known.get(evaluated) ?? lower(root, evaluated)
  known.set(evaluated, found)
  return found
}

function lower(root: string, evaluated: Evaluated) {
  const project = decodeProject(root, evaluated)
  if (!project) return null
  const localized = { ...project, config: localize(project.config) }
  return { project, localized, ...lowerProject(localized) }
}

/**
 * Plans again if the plan contains steps that a reviewer must look at, with the lines of the options that cause them.
 * Finding lines takes a parser, which takes half a second to load.
 */
async function withLines(
  plan: MigrationPlan,
  planned: MigrationSource,
  manifest: Manifest,
  report: ReportContext,
): Promise<MigrationPlan> {
  if (plan.findings.length > 0 || plan.files.size === 0 || !plan.steps.some(takesLine)) return plan
  const find = await openLines(report.root, configFilesOf(report), report.overlaid)
  const { seal } = planned.history
  const last = plan.chain.at(-1)
  const isSealed = (file: MigrationFile) => file !== last && seal().isSealed(file)
  const history = { ...planned.history, files: plan.chain, seal: () => ({ ...seal(), isSealed }) }
  const again = planMigrations({ ...planned, history, placeOf: placesIn(manifest, find) })
  return { ...again, files: new Map([...plan.files, ...again.files]), removed: plan.removed }
}

/** Returns a function that finds the option that causes an operation, as the review does. */
function placesIn(manifest: Manifest, find: FindLine): (operation: Operation) => string | null {
  const sources = sourcesOf(manifest, find)
  const layoutOf = (name: string) => {
    const collection = manifest.collections.find((entry) => entry.name === name)
    return collection && { fields: fieldPathsOf(collection), indexes: collection.indexes }
  }
  return (operation) => placeOfOperation(operation, sources, layoutOf)
}

function configFilesOf({ root, configFile, layers }: ReportContext): string[] {
  return [configFile, ...layers].map((file) => fileName(root, file))
}

async function failed(
  findings: readonly Finding[],
  report: ReportContext,
  files: readonly string[],
): Promise<Compilation> {
  return {
    root: report.root,
    diagnostics: await reportFindings(findings, report),
    config: null,
    manifest: null,
    schema: null,
    chain: [],
    outputs: new Map(),
    reference: () => new Map(),
    clientTypes: () => '',
    modulesOf: () => [],
    removed: [],
    configFiles: configFilesOf(report),
    files,
  }
}
