import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Compilation, Diagnostic } from '../../compile/index.ts'
import type { Lock } from '../../compile/lock/read-lock.ts'
import type { Report } from '../../compile/review/report.ts'
import type { Review } from '../../compile/review/review.ts'
import type { CountedRows, DocumentCounts } from '../../compile/review/rows.ts'
import type { MigrationFile } from '../../compile/schema/files/migration-file.ts'
import type { ProofFailure } from '../../compile/schema/proof/proof.ts'
import type { Invocation } from '../command.ts'
import { type Compiled, isCompiled, loadCompiler, migrationsOf } from '../compile-project.ts'
import { Failure } from '../failure.ts'
import { type Base, listAtCommit, readAtCommit, resolveBase } from '../git.ts'
import { findOpen } from '../open/find-open.ts'
import { openSources } from '../open/open-sources.ts'
import { requireProject } from '../project.ts'
import { reviewSurroundings } from '../surroundings/review-surroundings.ts'
import { provenOf } from '../verify/prove-on-engine.ts'
import { chooseBase, compareProject, type Judged, judgeAndProve } from '../verify/verify-against-base.ts'
import { changedModules } from './changed-modules.ts'

/** A review of what has changed since a base, with the findings of the compiler and of the proof. */
export interface Reviewed {
  readonly kind: 'reviewed'
  readonly review: Review
  readonly report: Report
  /** Failures of migrations that lose data without declaring it, or that D1's engine refuses. */
  readonly failures: readonly ProofFailure[]
  /** Warnings of the compiler. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reason why there is no review: migrations of the base were altered, or the config has mistakes. */
export interface NotReviewed {
  readonly kind: 'altered' | 'broken'
  readonly diagnostics: readonly Diagnostic[]
}

export interface ReviewOptions {
  /** Commit to compare with. Default: the commit where the branch left the default branch. */
  readonly base: string | undefined
  /**
   * Environment in whose database rows are counted. Default: development; if its database already has the new
   * migrations, no rows are counted.
   */
  readonly rows: string | undefined
  /** Folder of local data. */
  readonly persist: string
}

/**
 * Compares the project with a base. Nothing is written.
 * @throws Failure outside a repository, for a commit that git does not know, and for a lock that cannot be read
 */
export async function reviewProject(
  { root, variables }: Pick<Invocation, 'root' | 'variables'>,
  options: ReviewOptions,
): Promise<Reviewed | NotReviewed> {
  requireProject(root)
  const base = chooseBase(root, options.base) ?? resolveBase(root, 'HEAD')
  const baseLock = await readBaseLock(root, base)
  const compared = await compareProject(root, base)
  if (compared.diagnostics.length > 0) return { kind: 'altered', diagnostics: compared.diagnostics }
  const { compile } = await loadCompiler(root)
  const compilation = await compile({ root })
  const { diagnostics } = compilation
  if (!isCompiled(compilation)) return { kind: 'broken', diagnostics }
  const judged = await judgeAndProve(root, compared, compilation)
  const rows = await countRows({ root, variables }, compilation, options, judged)
  const count = async (names: readonly string[]) => {
    if (rows === null) return new Map()
    const { countDocuments } = await import('./count-documents.ts')
    const choice = { env: rows.environment, persist: options.persist }
    return countDocuments(compilation, { root, options: choice, variables }, names)
  }
  const composed = await compose(root, compilation, base, baseLock, judged, rows, count)
  return { kind: 'reviewed', ...composed, failures: judged.proof.failures, diagnostics }
}

/** Returns the review as `cms diff --json` prints it. */
export async function reviewAsJson({ review, report }: Pick<Reviewed, 'review' | 'report'>) {
  const { isBreaking } = await import('../../compile/review/review.ts')
  const { compared, circumstances, verdict, deploy } = report
  const { stale, proven, version } = circumstances
  return { ok: true, ...compared, verdict, stale, breaking: isBreaking(review), ...review, proven, deploy, version }
}

/** Reads the lock of the base; `null` if the base has none. */
async function readBaseLock(root: string, base: Base): Promise<Lock | null> {
  const { LOCK_FILE } = await import('../../compile/schema/files/lock-format.ts')
  const text = readAtCommit(root, base, LOCK_FILE)
  return text === null ? null : lockOf(text, `${LOCK_FILE} at ${base.ref}`)
}

async function compose(
  root: string,
  compilation: Compiled,
  base: Base,
  baseLock: Lock | null,
  { verdict, proof }: Judged,
  rows: CountedRows | null,
  count: (collections: readonly string[]) => Promise<DocumentCounts>,
): Promise<Pick<Reviewed, 'review' | 'report'>> {
  const { reviewChanges } = await import('../../compile/review/review.ts')
  const { LOCK_FILE } = await import('../../compile/schema/files/lock-format.ts')
  const head = await lockOf(compilation.outputs.get(LOCK_FILE) ?? '', LOCK_FILE)
  const { backfillsIn } = await import('../../compile/backfills/judge-backfills.ts')
  const { reportOf } = await import('../../compile/review/report.ts')
  const migrations = await migrationsSince(root, compilation, base)
  const { withEffects } = await import('../../compile/branches/effect-changes.ts')
  const { compareInstalled } = await import('../surroundings/compare-installed.ts')
  const { concernedBy } = await import('../../compile/review/concerned-by.ts')
  const { withDocuments } = await import('../../compile/review/rows.ts')
  const sources = await openSources(root, compilation)
  const changes = reviewChanges({
    base: baseLock,
    head,
    migrations,
    backfills: backfillsIn(compilation.config),
    files: [...(await reviewSurroundings(root, base)), ...compareInstalled(root, base)],
    sources,
    open: findOpen(compilation.manifest, sources.setting),
    changedIn: changedModules(root, base, compilation.modulesOf),
  })
  const review = withEffects(changes, verdict)
  const compared = { name: head.name, base: { ...base, hasLock: baseLock !== null } }
  const circumstances = {
    head,
    chain: migrationsOf(compilation),
    stale: await findStale(root, compilation),
    rows: rows && withDocuments(rows, await count(concernedBy([...review.access, ...review.api, ...review.settings]))),
    proven: proof.figures.migrations === 0 ? null : provenOf(proof),
    version: compilation.manifest.version,
  }
  return { review, report: reportOf(review, compared, circumstances) }
}

/**
 * Counts rows in the database of the given environment. By default, counts rows in the local database, unless it
 * already has the new migrations. Returns `null` if rows are not counted.
 */
async function countRows(
  { root, variables }: Pick<Invocation, 'root' | 'variables'>,
  compilation: Compiled,
  { rows: env, persist }: { readonly rows: string | undefined; readonly persist: string },
  { verdict }: Judged,
): Promise<CountedRows | null> {
  const added = verdict.migrations.map(({ file }) => file.name)
  if (env === undefined && (added.length === 0 || !existsSync(resolve(root, persist, 'v3', 'd1')))) return null
  const { countedRows } = await import('../../compile/review/rows.ts')
  const { preflightOf } = await import('../target/preflight-of.ts')
  if (env !== undefined)
    return countedRows(env, await preflightOf(root, compilation, { options: { env, persist }, variables }))
  try {
    const found = await preflightOf(root, compilation, { options: { env: 'development', persist }, variables })
    const pending = new Set(found.migrations.map(({ name }) => name))
    return added.every((name) => pending.has(name)) ? countedRows('development', found) : null
  } catch (error) {
    if (error instanceof Failure) return null // the count was not requested: the review says how to count
    throw error
  }
}

/** Lists the committed files that a build would change. */
async function findStale(root: string, compilation: Compiled): Promise<readonly string[]> {
  const { findStaleOutputs } = await import('../../compile/index.ts')
  return findStaleOutputs(root, compilation).filter((path) => !path.startsWith('.cms/'))
}

/**
 * Parses a lock.
 * @throws Failure for a lock that cannot be read
 */
export async function lockOf(text: string, name: string): Promise<Lock> {
  const { readLock } = await import('../../compile/lock/read-lock.ts')
  const outcome = readLock(text)
  if ('lock' in outcome) return outcome.lock
  const { message, code } = outcome.finding
  const hint =
    code === 'lock-newer'
      ? 'Install the version of lintel that wrote the lock: `npm ci`.'
      : 'Compare with another commit: `cms diff --base <ref>`.'
  throw new Failure(`${name}: ${message}`, { hint })
}

/** Returns the migrations as the compiler leaves them, without those that have the same text in the base. */
async function migrationsSince(
  root: string,
  { outputs, removed }: Compilation,
  base: Base,
): Promise<readonly MigrationFile[]> {
  const { MIGRATIONS_FOLDER, readHistory } = await import('../../compile/schema/files/history.ts')
  const { parseMigration } = await import('../../compile/schema/files/migration-file.ts')
  const prefix = `${MIGRATIONS_FOLDER}/`
  const planned = [...outputs]
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, text]) => parseMigration(path.slice(prefix.length), text))
  const replaced = new Set([...removed.map((path) => path.slice(prefix.length)), ...planned.map(({ name }) => name)])
  const files = [...readHistory(root).files.filter(({ name }) => !replaced.has(name)), ...planned]
  const known = new Set(listAtCommit(root, base, MIGRATIONS_FOLDER))
  const isKnown = ({ name, text }: MigrationFile) =>
    known.has(name) && readAtCommit(root, base, `${prefix}${name}`)?.replaceAll('\r\n', '\n') === text
  return files.filter((file) => !isKnown(file)).sort((a, b) => (a.name < b.name ? -1 : 1))
}
