import { COPIES, nameOfTable } from '../schema/model/copies.ts'
import type { DatabaseChange } from './change.ts'
import { listed } from './fold-access.ts'
import type { Review } from './review.ts'

/** Copies of documents that lose the values of a dropped field, and the steps that change only those values. */
export interface CopiesLosing {
  readonly lines: readonly string[]
  readonly steps: readonly DatabaseChange[]
}

/** Finds the copies of documents from which dropped fields are removed, too. */
export function copiesLosing(steps: readonly DatabaseChange[], { database }: Review): CopiesLosing {
  const found = steps.flatMap(({ operation, migration }) => {
    if (operation?.kind !== 'drop-field') return []
    const { collection, field } = operation
    const [outer = ''] = field.split(/[.[]/)
    return database.filter(({ operation: other, migration: file }) => {
      if (other?.kind !== 'rewrite-values' || file !== migration) return false
      if (other.collection !== collection || !COPIES.includes(other.table)) return false
      return other.removed.includes(field) || (outer !== field && other.fields.includes(outer))
    })
  })
  const tables = found.flatMap(({ operation }) => (operation?.kind === 'rewrite-values' ? operation.table : []))
  if (tables.length === 0) return { lines: [], steps: [] }
  const alone = found.filter(
    ({ operation }) => operation?.kind === 'rewrite-values' && operation.removed.length + operation.fields.length === 1,
  )
  const isKept = steps.some(({ takenOver = [] }) => takenOver.length > 0)
  const places = listed([...new Set(tables)].map(nameOfTable))
  return { lines: [`its values in ${places} are lost${isKept ? '' : ', too'}`], steps: alone }
}
