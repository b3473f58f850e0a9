import { literal, quote } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import type { Schema } from '../../../manifest/index.ts'
import type { KeptCollection } from '../compare/diff-collections.ts'
import { isRewritten, type ValueChange } from '../compare/value-change.ts'
import { COPIES, REFERENCES, TRASH } from '../model/copies.ts'
import { makeStep, type Step } from '../steps/step.ts'
import { rewriteJson } from './rewrite-json.ts'

/** Plans rewrites of the JSON of fields whose nested fields are renamed, dropped, filled in or converted. */
export function rewriteRows({ collection, fields }: KeptCollection): Step[] {
  const rewritten = fields.filter(({ change }) => change.form !== 'convert' && isRewritten(change))
  if (rewritten.length === 0) return []
  const table = quote(collection.table)
  const statements = rewritten.flatMap(({ field, change }) => {
    const column = quote(field.column ?? '')
    if (change.form === 'names') return [renameValues(table, column, change.renamed)]
    return rewriteJson(`${table}.${column}`, change).map((value) => {
      return `UPDATE ${table} SET ${column} = ${value} WHERE ${column} IS NOT NULL`
    })
  })
  const names = rewritten.map(({ field }) => field.name)
  const { name, source } = collection
  return [
    makeStep(
      { kind: 'rewrite-values', collection: name, table: collection.table, fields: names, removed: [], at: source },
      statements,
    ),
  ]
}

/** Returns a statement that renames the values of a column with text. */
function renameValues(table: string, column: string, renamed: ReadonlyMap<string, string | null>): string {
  const cases = [...renamed].map(([from, to]) => `WHEN ${literal(from)} THEN ${to === null ? 'NULL' : literal(to)}`)
  const old = [...renamed.keys()].map(literal)
  return `UPDATE ${table} SET ${column} = CASE ${column} ${cases.join(' ')} END WHERE ${column} IN (${old.join(', ')})`
}

/** Plans rewrites of documents that are stored as JSON, so that they can be restored. */
export function rewriteCopies({ collection, document }: KeptCollection, base: Schema): Step[] {
  if (!isRewritten(document)) return []
  const isTouched = (from: string, { name, change }: { readonly name: string; readonly change: ValueChange }) =>
    from !== name || isRewritten(change)
  const fields = [...document.kept].filter(([from, part]) => isTouched(from, part)).map(([from]) => from)
  return COPIES.filter((copy) => base.tables.some(({ name }) => name === copy)).map((copy) => {
    const table = quote(copy)
    const statements = rewriteJson(`${table}."data"`, document).map((data) => {
      return `UPDATE ${table} SET "data" = ${data} WHERE "collection_id" = ${literal(collection.name)}`
    })
    const renamed = copy === TRASH ? renamedReferences(document.kept, collection.name) : []
    return makeStep(
      {
        kind: 'rewrite-values',
        collection: collection.name,
        table: copy,
        fields,
        removed: document.dropped,
        at: collection.source,
      },
      [...statements, ...renamed],
    )
  })
}

/** Returns statements that rename fields in the records of references that deletions removed. */
function renamedReferences(kept: ReadonlyMap<string, { readonly name: string }>, collection: string): string[] {
  const names = [...kept].filter(([from, { name }]) => from !== name)
  if (names.length === 0) return []
  const cases = names.map(([from, { name }]) => `WHEN ${literal(from)} THEN ${literal(name)}`).join(' ')
  const old = names.map(([from]) => literal(from)).join(', ')
  return [
    sqlText`
      UPDATE ${quote(REFERENCES)} SET "field" = CASE "field" ${cases} END
      WHERE "collection_id" = ${literal(collection)} AND "field" IN (${old})
    `,
  ]
}
