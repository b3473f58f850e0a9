import { counted, type Output, printTable, visibleInLine } from 'lintel/importing'
import type { LossNote, RecordNote } from './import-report.ts'
import type { MappingOutcome } from './run-mapping.ts'

/**
 * Maximum number of problems (`PROBLEMS`), and of other notes of each kind (`NOTES`), that are printed if there is a
 * report file.
 */
const PROBLEMS = 20
const NOTES = 8

/** Prints a line for each item. If there is a report file (`out`), prints at most `most` lines. */
function tellFirst<Item>(
  items: readonly Item[],
  { total = items.length, most, out }: { readonly total?: number; readonly most: number; readonly out: string | null },
  lineOf: (item: Item) => string,
  print: (line: string) => void,
): void {
  const shown = out === null ? items : items.slice(0, most)
  for (const item of shown) print(lineOf(item))
  if (total > shown.length) print(`  … and ${total - shown.length} more${out === null ? '' : ` in ${out}`}`)
}

/**
 * Prints what an import did, or why it did nothing.
 * @param out path of the report file, which contains everything; `null` to print everything here
 */
export function tellOutcome(
  outcome: MappingOutcome,
  { dryRun, out }: { dryRun: boolean; out: string | null },
  output: Output,
): void {
  const { report, files, waiting, written } = outcome
  const isRefused = report.problems.total > 0
  const { total, first } = report.problems
  tellFirst(first, { total, most: PROBLEMS, out }, (note) => problemLine(note, output), output.note)
  if (isRefused) {
    output.note(
      `${output.noteStyle('red', 'cms:')} ${counted(report.problems.total, 'problem')}; no document was written.`,
    )
    output.note(remedy(outcome))
    return
  }
  printTable(
    ['kind', 'records', written ? 'created' : 'would create', 'replaced', 'unchanged', 'skipped', 'left out'],
    [...report.kinds].map(([kind, counts]) => {
      const { records, created, replaced, unchanged, skipped } = counts
      const leftOut = records - created - replaced - unchanged - skipped
      return [visibleInLine(kind), ...[records, created, replaced, unchanged, skipped, leftOut].map(String)]
    }),
    output,
  )
  output.print('')
  tellFiles(outcome, waiting, output, out)
  tellLeftOut(report.leftOut, output, out)
  tellLosses(report.lost, output, out)
  tellSlugs(outcome.slugs, output, out)
  if (files.missing.length > 0 && written) output.print('Missing files can be added later: run the import again.')
  output.print(`${output.style('green', dryRun ? 'would import:' : 'imported:')} ${totals(outcome)}`)
}

function problemLine({ place, kind, key, field, message }: RecordNote, output: Output): string {
  const record = kind === null ? '' : ` ${kind} “${key}”${field === null ? '' : `, ${field}`}:`
  return `${output.noteStyle('cyan', place)}${visibleInLine(`${record} ${message}`)}`
}

function remedy({ report }: MappingOutcome): string {
  const isConflict = report.problems.first.some(({ field, message }) => field === 'id' && message.includes('differs'))
  const conflict = isConflict
    ? ' To keep documents that have changed since they were imported, use `--on-conflict skip`.'
    : ''
  return `Fix the mapping or the export, or leave such records out with \`--on-problem skip\`.${conflict}`
}

function tellFiles({ files, written }: MappingOutcome, waiting: number, output: Output, out: string | null): void {
  const { uploaded, known, missing } = files
  if (uploaded + known + missing.length + waiting === 0) return
  const here = written ? `${uploaded} uploaded` : `${waiting} would be uploaded`
  output.print(`Files: ${here}, ${known} already in the library, ${missing.length} missing.`)
  tellFirst(
    missing,
    { most: NOTES, out },
    ({ key, reason, neededBy }) => visibleInLine(`  ${key}: ${reason}, for ${neededBy}`),
    output.print,
  )
}

function tellLeftOut({ total, first }: MappingOutcome['report']['leftOut'], output: Output, out: string | null): void {
  if (total === 0) return
  output.print('Left out:')
  const line = ({ place, kind, key, field, message }: RecordNote): string => {
    const record = kind === null ? '' : ` ${kind} “${key}”`
    return visibleInLine(`  ${place}${record}: ${field === null ? '' : `${field}: `}${message}`)
  }
  tellFirst(first, { total, most: NOTES, out }, line, output.print)
}

function tellLosses(lost: MappingOutcome['report']['lost'], output: Output, out: string | null): void {
  if (lost.length === 0) return
  output.print('Changed by the import:')
  const line = ({ kind, field, what, count, sample, place }: LossNote): string =>
    visibleInLine(
      `  ${count} × ${what}, in ${field} of ${kind}; first at ${place}: ${sample.replace(/\s+/g, ' ').slice(0, 60)}`,
    )
  const isLook = ({ what }: LossNote): boolean => what.includes(' of <')
  const looks = out === null ? [] : lost.filter(isLook)
  tellFirst(looks.length > 0 ? lost.filter((note) => !isLook(note)) : lost, { most: NOTES, out }, line, output.print)
  const count = looks.reduce((sum, note) => sum + note.count, 0)
  if (count > 0) output.print(`  ${count} × attributes that only affect the appearance, such as ${looks[0]?.what}`)
}

function tellSlugs(slugs: MappingOutcome['slugs'], output: Output, out: string | null): void {
  if (slugs.length === 0) return
  output.print('Changed slugs; the website should redirect the old ones:')
  tellFirst(
    slugs,
    { most: NOTES, out },
    ({ collection, from, to }) => visibleInLine(`  ${collection}: ${from} → ${to}`),
    output.print,
  )
}

function totals({ report }: MappingOutcome): string {
  const sum = { created: 0, replaced: 0, unchanged: 0, skipped: 0 }
  for (const counts of report.kinds.values()) {
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += counts[name] // its own keys
  }
  return Object.entries(sum)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

/** Returns the whole report as JSON. */
export function reportJson(
  outcome: MappingOutcome,
  about: {
    readonly source: string
    readonly format: string
    readonly dryRun: boolean
    readonly notRead: readonly string[]
  },
) {
  const { report, files, waiting, written, slugs } = outcome
  return {
    ok: report.problems.total === 0,
    ...about,
    written,
    kinds: Object.fromEntries(report.kinds),
    problems: { total: report.problems.total, first: report.problems.first },
    leftOut: { total: report.leftOut.total, first: report.leftOut.first },
    lost: report.lost,
    slugs,
    files: { ...files, waiting },
  }
}
