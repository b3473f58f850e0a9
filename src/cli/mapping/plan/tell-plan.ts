import { counted } from '../../../ground/counted.ts'
import type { Output } from '../../output.ts'
import { printTable } from '../../table.ts'
import type { ImportPlan } from './make-plan.ts'

export interface PlanTold {
  readonly plan: ImportPlan
  readonly format: string
  /** As it was given. */
  readonly source: string
  /** Path of the mapping that was written. */
  readonly out: string
  readonly leftOut: readonly string[]
}

/** Tells what an export holds and what to do next. */
export function tellPlan({ plan, format, source, out, leftOut }: PlanTold, output: Output): void {
  const { kinds, survey, suggestions, unfilled } = plan
  output.print(`${source} is ${FORMATS[format] ?? format}.`)
  output.print('')
  printTable(
    ['kind', 'records', 'collection', 'fields'],
    kinds.map(({ kind, target }) => [
      kind.name,
      String(kind.records),
      target ? target.mapping.collection : '—',
      target ? `${Object.keys(target.mapping.fields).length} of ${target.plan.fields.length}` : 'left out',
    ]),
    output,
  )
  output.print('')
  tellFiles(survey, output)
  if (leftOut.length > 0) output.print(`Not read: ${leftOut.join(', ')}.`)
  output.print(`${output.style('green', 'wrote')} ${out}`)
  for (const { kind, field } of unfilled) {
    output.print(`${output.style('yellow', 'fill in')} ${field} is required, and nothing in ${kind} fits it.`)
  }
  if (suggestions.length > 0) {
    output.print('')
    output.print('For what no collection is like, create collections, and plan again with --force:')
    for (const line of suggestions) output.print(`  ${line}`)
    output.print('  cms build && cms migrate apply')
  }
  output.print('')
  output.print(`Read ${out}, then try it: cms import ${source} --mapping ${out} --dry-run`)
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
