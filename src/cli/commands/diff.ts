import { appendFileSync, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Compilation } from '../../compile/index.ts'
import type { Lock } from '../../compile/lock/read-lock.ts'
import type { Report } from '../../compile/review/report.ts'
import type { Review } from '../../compile/review/review.ts'
import type { CountedRows } from '../../compile/review/rows.ts'
import type { MigrationFile } from '../../compile/schema/files/migration-file.ts'
import { defineCommand, type Invocation } from '../command.ts'
import { type Compiled, exitCodeOf, isCompiled, loadCompiler, migrationsOf } from '../compile-project.ts'
import { printDiagnostics } from '../diagnostics.ts'
import { exitCodeOfReview, FAILING, parseFailOn } from '../diff/fail-on.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { type Base, listAtCommit, prefixInRepository, readAtCommit, resolveBase } from '../git.ts'
import { requireProject } from '../project.ts'
import type { Variables } from '../shell.ts'
import { targetOptions } from '../target/with-target.ts'
import { printFailures, provenOf } from '../verify/prove-on-engine.ts'
import { chooseBase, compareProject, type Judged, judgeAndProve, refusalCode } from '../verify/verify-against-base.ts'

const FORMATS = ['text', 'md', 'json', 'github'] as const
type Format = (typeof FORMATS)[number]

export const diff = defineCommand({
  name: 'diff',
  summary: 'Show every effect of a change: database, API, access, settings, and the order of the deploy',
  options: {
    base: {
      type: 'string',
      value: 'ref',
      summary: 'The commit to compare with; default: where the branch left the default branch',
    },
    format: { type: 'string', value: 'format', default: 'text', summary: 'The format: text, md, json or github' },
    rows: {
      type: 'string',
      value: 'env',
      summary: 'Count the affected rows in the database of an environment; default: development, if it exists',
    },
    persist: targetOptions.persist,
    'fail-on': {
      type: 'string',
      value: 'classes',
      default: FAILING.join(','),
      summary: 'The classes that set the exit code: destructive, breaking, opens, or none',
    },
  },
  async run(invocation) {
    const { root, options, json, output } = invocation
    const format = json ? 'json' : parseFormat(options.format)
    const failOn = parseFailOn(options['fail-on'])
    requireProject(root)
    const base = chooseBase(root, options.base) ?? resolveBase(root, 'HEAD')
    const baseLock = await readBaseLock(root, base)
    const compared = await compareProject(root, base)
    if (compared.diagnostics.length > 0) {
      if (format !== 'json') printDiagnostics(compared.diagnostics, output)
      await printMistakes(invocation, { diagnostics: compared.diagnostics }, format)
      return refusalCode(compared.diagnostics)
    }
    const { compile } = await loadCompiler(root)
    const compilation = await compile({ root })
    const { diagnostics } = compilation
    if (format !== 'json' && diagnostics.length > 0) printDiagnostics(diagnostics, output)
    if (!isCompiled(compilation)) {
      await printMistakes(invocation, compilation, format)
      return exitCodeOf(diagnostics)
    }
    const judged = await judgeAndProve(root, compared, compilation)
    const rows = await countRows(invocation, compilation, options, judged)
    const reviewed = await reviewProject(root, compilation, base, baseLock, judged, rows)
    await printReview(invocation, reviewed, format)
    const { failures } = judged.proof
    if (failures.length > 0) {
      if (format !== 'json') await printFailures(failures, output)
      return exitCodes.error
    }
    const { changesOf } = await import('../../compile/review/review.ts')
    return exitCodeOfReview(changesOf(reviewed.review), failOn)
  },
})

function parseFormat(text: string): Format {
  const format = FORMATS.find((known) => known === text)
  if (format) return format
  throw new Failure(`\`cms diff\` has no format “${text}”.`, {
    hint: `Formats are ${FORMATS.join(', ')}.`,
    exitCode: exitCodes.usage,
  })
}

interface Reviewed {
  readonly review: Review
  readonly report: Report
}

/** `null` where the base has none. */
async function readBaseLock(root: string, base: Base): Promise<Lock | null> {
  const { LOCK_FILE } = await import('../../compile/schema/files/lock-format.ts')
  const text = readAtCommit(root, base, LOCK_FILE)
  return text === null ? null : lockOf(text, `${LOCK_FILE} at ${base.ref}`)
}

async function reviewProject(
  root: string,
  compilation: Compiled,
  base: Base,
  baseLock: Lock | null,
  { verdict, proof }: Judged,
  rows: CountedRows | null,
): Promise<Reviewed> {
  const { reviewChanges } = await import('../../compile/review/review.ts')
  const { sourcesOf } = await import('../../compile/review/sources.ts')
  const { openLines } = await import('../../compile/review/find-line.ts')
  const { LOCK_FILE } = await import('../../compile/schema/files/lock-format.ts')
  const head = await lockOf(compilation.outputs.get(LOCK_FILE) ?? '', LOCK_FILE)
  const { backfillsIn } = await import('../../compile/backfills/judge-backfills.ts')
  const { reportOf } = await import('../../compile/review/report.ts')
  const migrations = await migrationsSince(root, compilation, base)
  const { withEffects } = await import('../../compile/branches/effect-changes.ts')
  const changes = reviewChanges({
    base: baseLock,
    head,
    migrations,
    backfills: backfillsIn(compilation.config),
    sources: sourcesOf(compilation.manifest, await openLines(root, 'cms.config.ts')),
  })
  const review = withEffects(changes, verdict)
  const compared = { name: head.name, base: { ...base, hasLock: baseLock !== null } }
  const circumstances = {
    head,
    chain: migrationsOf(compilation),
    stale: await findStale(root, compilation),
    rows,
    proven: proof.figures.migrations === 0 ? null : provenOf(proof),
    version: compilation.manifest.version,
  }
  return { review, report: reportOf(review, compared, circumstances) }
}

/** In the database that is asked for, else in this machine's, as long as that one has yet to meet the change. */
async function countRows(
  { root, variables }: Pick<Invocation, 'root' | 'variables'>,
  compilation: Compiled,
  { rows: env, persist }: { readonly rows: string | undefined; readonly persist: string },
  { verdict }: Judged,
): Promise<CountedRows | null> {
  const added = verdict.migrations.map(({ file }) => file.name)
  if (env === undefined && (added.length === 0 || !existsSync(resolve(root, persist, 'v3', 'd1')))) return null
  const { countedRows } = await import('../../compile/review/rows.ts')
  const { preflightOf } = await import('../migrate/preflight-of.ts')
  if (env !== undefined)
    return countedRows(env, await preflightOf(root, compilation, { options: { env, persist }, variables }))
  try {
    const found = await preflightOf(root, compilation, { options: { env: 'development', persist }, variables })
    const pending = new Set(found.migrations.map(({ name }) => name))
    return added.every((name) => pending.has(name)) ? countedRows('development', found) : null
  } catch (error) {
    if (error instanceof Failure) return null // nobody asked for it: the review says how to count
    throw error
  }
}

/** Of the files that are committed, those that a build would write otherwise. */
async function findStale(root: string, compilation: Compiled): Promise<readonly string[]> {
  const { findStaleOutputs } = await import('../../compile/index.ts')
  return findStaleOutputs(root, compilation).filter((path) => !path.startsWith('.cms/'))
}

async function lockOf(text: string, name: string): Promise<Lock> {
  const { readLock } = await import('../../compile/lock/read-lock.ts')
  const outcome = readLock(text)
  if ('lock' in outcome) return outcome.lock
  const { message, code } = outcome.finding
  const hint =
    code === 'lock-newer'
      ? 'Install the version of lintel that it was built with: `npm ci`.'
      : 'Compare with another commit: `cms diff --base <ref>`.'
  throw new Failure(`${name}: ${message}`, { hint })
}

/** Migrations as the compiler leaves them, without those that the base has with the same text. */
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

async function printReview(asked: Asked, reviewed: Reviewed, format: Format): Promise<void> {
  if (format === 'json') asked.output.printJson(await asJson(reviewed))
  else await PRINT[format](asked, reviewed)
}

async function asJson({ review, report }: Reviewed) {
  const { isBreaking } = await import('../../compile/review/review.ts')
  const { compared, circumstances, verdict, deploy } = report
  const { stale, proven, version } = circumstances
  return { ok: true, ...compared, verdict, stale, breaking: isBreaking(review), ...review, proven, deploy, version }
}

type Asked = Pick<Invocation, 'root' | 'variables' | 'output'>

type Print = (asked: Asked, reviewed: Reviewed) => Promise<void>

const PRINT: Readonly<Record<Exclude<Format, 'json'>, Print>> = {
  async text({ output }, { report }) {
    const { printReviewText } = await import('../../compile/review/print-text.ts')
    const colours = {
      safe: 'green',
      caution: 'yellow',
      opens: 'magenta',
      breaking: 'red',
      destructive: ['red', 'bold'],
    } as const
    const text = printReviewText(report, {
      heading: (heading) => output.style('bold', heading),
      dim: (dimmed) => output.style('dim', dimmed),
      ofClass: (stepClass, label) => output.style([...[colours[stepClass]].flat()], label),
    })
    output.print(text)
  },
  async md({ output }, { report }) {
    const { printReviewMarkdown } = await import('../../compile/review/print-markdown.ts')
    output.print(printReviewMarkdown(report).trimEnd())
  },
  async github({ root, variables, output }, { report }) {
    const { printReviewAnnotations } = await import('../../compile/review/print-annotations.ts')
    const { printReviewMarkdown } = await import('../../compile/review/print-markdown.ts')
    for (const line of printReviewAnnotations(report, prefixInRepository(root))) output.print(line)
    summarize(printReviewMarkdown(report), variables)
  },
}

/** The mistakes of a config that does not compile, for whoever reads the format; on a terminal they stand already. */
async function printMistakes(
  { root, variables, output }: Asked,
  { diagnostics }: Pick<Compilation, 'diagnostics'>,
  format: Format,
): Promise<void> {
  if (format === 'text') return
  if (format === 'json') {
    output.printJson({ ok: false, diagnostics })
    return
  }
  const { printDiagnosticsMarkdown } = await import('../../compile/review/print-markdown.ts')
  const markdown = printDiagnosticsMarkdown(diagnostics)
  if (format === 'md') {
    output.print(markdown.trimEnd())
    return
  }
  const { printDiagnosticAnnotations } = await import('../../compile/review/print-annotations.ts')
  for (const line of printDiagnosticAnnotations(diagnostics, prefixInRepository(root))) output.print(line)
  summarize(markdown, variables)
}

/** The page of the workflow's run, where there is one. */
function summarize(markdown: string, variables: Variables): void {
  const file = variables.GITHUB_STEP_SUMMARY
  if (file) appendFileSync(file, markdown)
}
