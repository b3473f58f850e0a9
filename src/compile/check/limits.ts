import { storageOf } from '../../config/fields/field-type.ts'
import { atValue } from '../diagnostics/diagnostic.ts'
import type { Check } from './context.ts'

/** Columns of a table, and bound parameters of a statement (D1's limits, both). */
const MAX_COLUMNS = 100
/** Columns of a document besides its fields. */
const SYSTEM_COLUMNS = 9

/** A row is written by one statement that binds every column. */
export const checkLimits: Check = ({ collections, fieldTypes }) =>
  collections.flatMap((collection) => {
    const columns = Object.values(collection.fields).filter((field) => {
      const type = field && fieldTypes[field.kind]
      return type && storageOf(type, field.options) !== 'join'
    }).length
    const allowed = MAX_COLUMNS - SYSTEM_COLUMNS
    if (columns <= allowed) return []
    return [
      {
        code: 'too-many-fields',
        message: `'${collection.name}' has ${columns} fields with a column, and D1 allows ${allowed}.`,
        hint: 'Keep fields that belong together in a group: it is one column.',
        at: atValue(collection, 'fields'),
      },
    ]
  })
