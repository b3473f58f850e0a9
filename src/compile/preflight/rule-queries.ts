import { choiceValue, type SelectChoice } from '../../fields/select/select.ts'
import { literal, quote } from '../../ground/sql.ts'
import type { ManifestCollection, ManifestField } from '../../manifest/index.ts'
import type { PredictedTables } from './predicted-tables.ts'
import { type RowQuery, selectRows } from './row-query.ts'

/**
 * Returns queries for values that the validators will reject. No migration fails on them, because the database does not
 * know these rules; but such a document must be corrected before its next change.
 */
export function ruleQueries(tables: PredictedTables, collections: readonly ManifestCollection[]): RowQuery[] {
  return collections.flatMap((collection) =>
    collection.fields.flatMap((field) =>
      rulesOf(field).flatMap(({ condition, words }) => {
        const table = tables.get(collection.table)
        if (!table || table.origin === null || field.column === null || !table.columns.includes(field.column)) return []
        const sql = tables.statement(selectRows(tables, collection.table, condition))
        const message = `${collection.name}.${field.name} ${words}`
        return [
          {
            kind: 'rule' as const,
            message,
            table: collection.table,
            origin: table.origin,
            subject: `${collection.name}.${field.name}`,
            source: field.source,
            step: null,
            sql,
          },
        ]
      }),
    ),
  )
}

interface Rule {
  readonly condition: string
  readonly words: string
}

/** Options that SQL can check; their types have been checked. */
interface Limits {
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
  readonly options?: readonly SelectChoice[]
}

const TEXTS = new Set(['string', 'text', 'slug'])

function rulesOf(field: ManifestField): Rule[] {
  const { min, max, integer, options } = field.options as Limits
  const column = quote(field.column ?? '')
  if (field.kind === 'select' && options) {
    const values = options.map((option) => literal(choiceValue(option)))
    return [{ condition: `${column} NOT IN (${values.join(', ')})`, words: 'is not one of the options' }]
  }
  if (!TEXTS.has(field.kind) && field.kind !== 'number') return []
  const [measured, unit] = field.kind === 'number' ? [column, ''] : [`length(${column})`, ' characters']
  return [
    ...(max === undefined ? [] : [{ condition: `${measured} > ${max}`, words: `is over ${max}${unit}` }]),
    ...(min === undefined ? [] : [{ condition: `${measured} < ${min}`, words: `is under ${min}${unit}` }]),
    ...(integer ? [{ condition: `${column} <> CAST(${column} AS INTEGER)`, words: 'is not a whole number' }] : []),
  ]
}
