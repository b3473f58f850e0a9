import { counted, type Output, printTable, visibleInLine } from 'lintel/importing'
import type { SourceProblems } from '../../sources/source-problems.ts'
import type { KindMapping } from '../mapping.ts'
import type { ImportPlan } from './make-plan.ts'
import type { SurveyedKind } from './survey.ts'

/** Plan of an import, and the export that it is for. */
interface PlanTold {
  readonly plan: ImportPlan
  readonly format: string
  /** Path of the source as the user gave it. */
  readonly source: string
  /** Path of the written mapping. */
  readonly out: string
  readonly leftOut: readonly string[]
  /** Parts of the source that cannot be read. */
  readonly problems: SourceProblems
}

/** Prints what an export contains and what to do next. */
export function tellPlan({ plan, format, source, out, leftOut, problems }: PlanTold, output: Output): void {
  const { kinds, survey, suggestions, unfilled } = plan
  output.print(`${source} is ${FORMATS[format] ?? format}.`)
  output.print('')
  printTable(
    ['kind', 'records', 'collection', 'fields'],
    kinds.map(({ kind, target }) => [
      visibleInLine(kind.name),
      String(kind.records),
      target ? target.mapping.collection : '—',
      target ? `${Object.keys(target.mapping.fields).length} of ${target.plan.fields.length}` : 'left out',
    ]),
    output,
  )
  output.print('')
  tellFiles(survey, output)
  if (leftOut.length > 0) output.print(`Not read: ${leftOut.join(', ')}.`)
  tellProblems(problems, output)
  for (const { kind, target } of kinds) if (target) tellUnclear(kind, target.mapping, output)
  output.print(`${output.style('green', 'wrote')} ${out}`)
  for (const { kind, field } of unfilled) {
    output.print(`${output.style('yellow', 'fill in')} ${field} is required, but no value of ${kind} fits it.`)
  }
  if (suggestions.length > 0) {
    output.print('')
    output.print('Create collections for the kinds that match no collection, then plan again with --force:')
    for (const line of suggestions) output.print(`  ${line}`)
    output.print('  cms build && cms migrate apply')
  }
  output.print('')
  output.print(`Read ${out}, then try it: cms import ${source} --mapping ${out} --dry-run`)
}

/** Returns the plan as `--json` writes it. */
export function planAsJson({ plan: { kinds, suggestions, unfilled }, format, out, leftOut, problems }: PlanTold) {
  return {
    ok: true,
    format,
    mapping: out,
    kinds: kinds.map(({ kind, target }) => ({
      kind: kind.name,
      records: kind.records,
      collection: target?.mapping.collection ?? null,
    })),
    suggestions,
    unfilled,
    notRead: leftOut,
    problems: { total: problems.total, first: problems.first },
  }
}

/** Maximum number of problems that a plan shows. */
const PROBLEMS = 20

function tellProblems({ total, first }: SourceProblems, output: Output): void {
  if (total === 0) return
  output.print(
    `${output.style('yellow', 'cannot be read')} ${counted(total, 'place')}. Fix them, or leave them out with --on-problem skip:`,
  )
  for (const { file, line, message } of first.slice(0, PROBLEMS))
    output.print(
      `  ${output.style('cyan', visibleInLine(line === null ? file : `${file}:${line}`))} ${visibleInLine(message)}`,
    )
  if (total > PROBLEMS) output.print(`  … and ${total - PROBLEMS} more`)
}

/**
 * Prints what is unclear about a kind's records: words that are not a known status, a status that no value contains,
 * and values that are not always times.
 */
function tellUnclear(
  { name, values }: SurveyedKind,
  { created, updated, published, status }: KindMapping,
  output: Output,
): void {
  const words = values.find((value) => value.name === status?.from)?.words ?? new Map<string, number>()
  for (const [word, count] of words) {
    if (Object.hasOwn(status?.values ?? {}, word)) continue
    const records = counted(count, 'record')
    output.print(
      `${output.style('yellow', 'unclear')} “${visibleInLine(word)}” is not a known status, so ${records} of ${name} would be imported with the status draft. Define it under status.values.`,
    )
  }
  if (status?.from === undefined && status?.default === 'draft') {
    output.print(
      `${output.style('yellow', 'unclear')} Nothing in ${name} says which records are public, so all of them would become drafts. Make them public with status: { default: published }.`,
    )
  }
  const used = new Set([created ?? [], updated ?? [], published ?? []].flat())
  for (const value of values) {
    if (!used.has(value.name) || value.unlike === null) continue
    output.print(
      `${output.style('yellow', 'cannot be read')} ${value.name} of ${name} is not always a time: “${value.unlike}”. Importing such records fails.`,
    )
  }
}

function tellFiles({ filesOnDisk, filesElsewhere }: ImportPlan['survey'], output: Output): void {
  if (filesOnDisk > 0) output.print(`Files: ${filesOnDisk} in the export.`)
  for (const [origin, count] of filesElsewhere) {
    const where = origin === null ? 'whose bytes are not in the export' : `at ${origin}`
    const remedy = origin === null ? 'name their folder' : 'name their folder, or allow that origin'
    output.print(`Files: ${counted(count, 'file')} ${where}; ${remedy} under \`files\` in the mapping.`)
  }
}

const FORMATS: { readonly [format: string]: string } = {
  csv: 'a table (csv)',
  ndjson: 'JSON records (ndjson)',
  markdown: 'a folder of Markdown (markdown)',
  wordpress: 'a WordPress export (wordpress)',
  strapi: 'a Strapi export (strapi)',
  payload: 'a Payload export (payload)',
}
