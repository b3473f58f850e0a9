import { statSync } from 'node:fs'
import { checkImport, createScratch, Failure, type Import, type ProblemList, type Scratch } from 'lintel/importing'
import type { ImportReport } from './import-report.ts'
import type { MappingJob } from './mapping-job.ts'
import type { MappingFile } from './read-mapping.ts'
import { isPlaceholder, placeText, type RecordStore } from './record-store.ts'
import { settleLines } from './settle-lines.ts'

export type Checking = MappingJob & { readonly store: RecordStore; readonly report: ImportReport }

/** File with the lines that were checked, and the scratch database of the check. */
export interface CheckedLines {
  readonly path: string
  readonly scratch: Scratch
}

/**
 * Maximum number of rounds in which documents are left out. A round may make further documents invalid, because they
 * need a document that was left out.
 */
const MOST_ROUNDS = 50

/**
 * Checks the lines of an import. With `skipProblems`, leaves out lines with problems, and lines that depend on them.
 * @throws Failure if there are still problems after `MOST_ROUNDS` rounds of leaving out lines
 */
export async function checkLines(path: string, checking: Checking): Promise<CheckedLines> {
  const { store, report, skipProblems } = checking
  let lines = path
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    if (skipProblems) report.forgive()
    lines = await settleLines(lines, store, `checked-${round % 2}.ndjson`)
    const checked = { path: lines, scratch: createScratch() }
    report.restart()
    await checkImport(importOf(checked, checking), problemsTo(checking))
    if (report.problems.total === 0 || !skipProblems) return checked
    checked.scratch.dispose()
  }
  throw new Failure(`There are still problems after documents were left out ${MOST_ROUNDS} times.`, {
    hint: 'Run the command without `--on-problem skip` to see the problems.',
  })
}

/** Returns an import of the lines, which counts its results by kind of record. */
export function importOf({ path, scratch }: CheckedLines, checking: Checking): Import {
  const { database, plans, output, onConflict, read, keep, store, report } = checking
  return {
    database,
    plans,
    output,
    onConflict,
    read,
    keep,
    scratch,
    files: [{ name: '', path, bytes: statSync(path).size }],
    labels: { check: 'check', write: 'write' },
    isPromised: isPlaceholder,
    onFate(line, fate) {
      const origin = store.lineOf(line)
      if (origin) report.count(origin.kind, fate)
    },
  }
}

/**
 * Returns a list that reports each problem with a line as a problem with the record from which the line was made. With
 * `skipProblems`, it also leaves out the line.
 */
function problemsTo({ store, report, skipProblems, file }: Checking): ProblemList {
  return {
    get total() {
      return report.problems.total
    },
    first: [],
    begin: () => {},
    add({ line, path, message }) {
      const origin = store.lineOf(line)
      if (skipProblems) store.leaveOut(line)
      if (!origin) return
      const field = path === '' ? null : path
      report.lineProblem(origin, field, `${withPlaces(message, store)}${remedyFor(origin.kind, path, message, file)}`)
    },
  }
}

/** Returns a hint that names the field's line in the mapping; empty if the mapping is not the cause. */
function remedyFor(kind: string, path: string, message: string, { name, lineOf }: MappingFile): string {
  if (message.includes('differs')) return ''
  const [field = ''] = path.split('.')
  const at = `${name}:${lineOf(['kinds', kind, 'fields', field])}`
  if (message.includes('required')) return ` A \`default\` at ${at} would fill it in.`
  return field === 'id' || field === '' ? '' : ` It comes from ${at}.`
}

/** Replaces line numbers in a message with the positions of records, because users do not know the lines. */
function withPlaces(message: string, store: RecordStore): string {
  return message.replace(/^Line (\d+)\b/, (line, number) => {
    const origin = store.lineOf(Number(number))
    return origin ? `${origin.kind} “${origin.key}” at ${placeText(origin)}` : line
  })
}
