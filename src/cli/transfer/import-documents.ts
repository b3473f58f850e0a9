import { counted } from '../../ground/counted.ts'
import type { CollectionPlan } from '../../runtime/collections/document/plan.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import type { Output } from '../output.ts'
import { type Compared, compareWithDatabase } from './compare-with-database.ts'
import type { ProblemList } from './problem-list.ts'
import { readBatches, type SourceFile, type SourceLine } from './read-batches.ts'
import type { Entry, LineProblem } from './read-line.ts'
import type { Scratch } from './scratch.ts'
import { type Keeper, writeEntries, writePostponed } from './write-entries.ts'

/** Treatment of a document that is already in the database with other values. */
export type OnConflict = 'fail' | 'skip' | 'replace'

export interface Import {
  readonly database: ProjectDatabase
  readonly plans: ReadonlyMap<string, CollectionPlan>
  readonly files: readonly SourceFile[]
  readonly output: Pick<Output, 'startProgress'>
  readonly onConflict: OnConflict
  readonly scratch: Scratch
  /** Reads lines, and returns one result for each in the same order. */
  readonly read: (lines: readonly SourceLine[]) => Promise<readonly (Entry | readonly LineProblem[])[]>
  /** Returns statements for the rows that plugins keep about documents. */
  readonly keep: Keeper
  /**
   * Tells whether a document with this id will have been created before the import writes. Default: no document will.
   */
  readonly isPromised?: (id: string) => boolean
  /** Called with the number of a line and what happens to its document. */
  readonly onFate?: (line: number, fate: keyof Counts) => void
  /** Labels of the progress of each part. Default: `check` and `import`. */
  readonly labels?: { readonly check: string; readonly write: string }
}

/** Numbers of documents; `unchanged` counts those that are already in the database with the same values. */
export interface Counts {
  created: number
  replaced: number
  unchanged: number
  skipped: number
}

/**
 * Reads and checks everything, and writes nothing.
 * @param problems collects the problems; references to missing documents come last
 */
export async function checkImport(job: Import, problems: ProblemList): Promise<Counts> {
  const report = problems.add
  const { database, scratch } = job
  const counts = noneYet()
  await eachBatch(
    job.labels?.check ?? 'check',
    job,
    counts,
    async (lines) => {
      const entries = (await job.read(lines)).flatMap((entry) => {
        if ('row' in entry) return [entry]
        for (const problem of entry) report(problem)
        return []
      })
      for (const compared of await compareWithDatabase(database, entries)) {
        for (const problem of [...scratch.note(compared.entry), ...problemsOf(compared, job.onConflict)])
          report(problem)
        counts[fateOf(compared, job.onConflict)] += 1
        job.onFate?.(compared.entry.line, fateOf(compared, job.onConflict))
      }
    },
    problems.begin,
  )
  await checkOutside(job, report)
  return counts
}

/**
 * Writes the checked documents, each batch in one transaction, and then the references that were postponed. Documents
 * that have not changed, or may not be replaced, are skipped.
 */
export async function writeImport(job: Import): Promise<Counts> {
  const { database, plans, scratch, keep } = job
  const counts = noneYet()
  await eachBatch(job.labels?.write ?? 'import', job, counts, async (lines) => {
    const entries = (await job.read(lines)).filter((entry) => 'row' in entry)
    const written: Entry[] = []
    for (const compared of await compareWithDatabase(database, entries)) {
      const fate = fateOf(compared, job.onConflict)
      if (fate === 'created' || fate === 'replaced') written.push(compared.entry)
      counts[fate] += 1
      job.onFate?.(compared.entry.line, fate)
    }
    await writeEntries(database, written, scratch, lines.at(-1)?.number ?? 0, keep)
  })
  await writePostponed(database, plans, scratch)
  return counts
}

function noneYet(): Counts {
  return { created: 0, replaced: 0, unchanged: 0, skipped: 0 }
}

async function eachBatch(
  label: string,
  { files, output }: Pick<Import, 'files' | 'output'>,
  counts: Counts,
  take: (lines: readonly SourceLine[]) => Promise<void>,
  onFile?: ProblemList['begin'],
): Promise<void> {
  const progress = output.startProgress(
    label,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  for await (const { lines, bytes } of readBatches(files, onFile)) {
    await take(lines)
    const done = Object.values(counts).reduce((sum, count) => sum + count, 0)
    progress.show(bytes, counted(done, 'document'))
  }
  progress.end()
}

function fateOf({ state }: Compared, onConflict: OnConflict): keyof Counts {
  switch (state.kind) {
    case 'new':
    case 'unfinished':
      return 'created'
    case 'same':
      return 'unchanged'
    case 'different':
      return onConflict === 'replace' ? 'replaced' : 'skipped'
    case 'elsewhere':
      return 'skipped'
  }
}

function problemsOf({ entry, state, taken }: Compared, onConflict: OnConflict): LineProblem[] {
  const { line } = entry
  if (state.kind === 'elsewhere') {
    return [{ line, path: 'id', message: `${state.collection} has a document with this id.` }]
  }
  if (state.kind === 'same' || (state.kind === 'different' && onConflict === 'skip')) return []
  if (state.kind === 'different' && onConflict === 'fail') {
    return [{ line, path: 'id', message: 'The database already has this document, and it differs.' }]
  }
  return taken.map(({ field, holder }) => ({ line, path: field, message: `Document ${holder} has this value.` }))
}

/** Maximum number of targets in one query. */
const AT_ONCE = 500

/**
 * Checks that each document that the import refers to, but does not contain, exists in the database or will be created
 * before the import writes.
 */
async function checkOutside(
  { database, plans, scratch, isPromised }: Import,
  report: (problem: LineProblem) => void,
): Promise<void> {
  let group: Outside[] = []
  const flush = async () => {
    const [first] = group
    if (!first) return
    const table = plans.get(first.target)?.collection.table ?? first.target
    const sql = `SELECT "id" FROM "${table}" WHERE "id" IN (SELECT "value" FROM json_each(?1))`
    const [rows = []] = await database.run<{ id: string }>([
      { sql, values: [JSON.stringify(group.map(({ id }) => id))] },
    ])
    const existing = new Set(rows.map(({ id }) => id))
    for (const { target, id, line, path } of group) {
      if (!existing.has(id) && !isPromised?.(id))
        report({ line, path, message: `There is no ${target} with the id ${id}.` })
    }
    group = []
  }
  for (const reference of scratch.outside()) {
    if (group.length === AT_ONCE || (group[0] && group[0].target !== reference.target)) await flush()
    group.push(reference)
  }
  await flush()
}

type Outside = ReturnType<Scratch['outside']> extends Iterable<infer Item> ? Item : never
