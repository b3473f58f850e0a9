/** Part of an import that runs where the config is evaluated, with the code of its plugins. */
import type { CheckedProject } from '../../compile/project.ts'
import type { ImportedDocuments, RowsStatement } from '../../config/plugin-data.ts'
import type { ManifestCollection } from '../../manifest/index.ts'
import { planOf } from '../../runtime/collections/document/plan.ts'
import type { DocumentRow } from '../../runtime/collections/document/row.ts'
import type { SourceLine } from './read-batches.ts'
import { type LineProblem, readLine } from './read-line.ts'

/** Document of a line, or the problems with the line. */
export type LineRead =
  | { readonly collection: string; readonly row: DocumentRow; readonly line: number }
  | readonly LineProblem[]

export interface LinesToRead {
  readonly lines: readonly SourceLine[]
  readonly collections: readonly ManifestCollection[]
}

export function readLines(project: CheckedProject, { lines, collections }: LinesToRead): LineRead[] {
  const plans = new Map(collections.map((collection) => [collection.name, planOf(collection, project.fieldTypes)]))
  return lines.map(({ number, text }) => {
    const read = readLine(text, number, plans)
    return 'row' in read ? { collection: read.plan.collection.name, row: read.row, line: read.line } : read
  })
}

/** Returns statements for the rows that plugins keep about documents. */
export function keepDocuments({ plugins }: CheckedProject, documents: ImportedDocuments): RowsStatement[] {
  return plugins.flatMap(({ plugin }) => plugin.data?.imported?.(documents) ?? [])
}
