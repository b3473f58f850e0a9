import type { ChosenObject } from '../../../config/plugin-data.ts'
import { isJsonObject } from '../../../fields/field-data.ts'
import type { FieldData, FieldType, Json } from '../../../fields/field-type.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import type { Program } from '../../../manifest/index.ts'
import type { Statement } from '../../database/database.ts'
import type { CollectionPlan } from '../document/plan.ts'
import type { Document, DocumentRow } from '../document/row.ts'
import { failUnless } from './promise-guard.ts'

type Fields = readonly FieldData[]
type FieldTypes = Readonly<Record<string, FieldType>>

/** An id in a reference field at any depth, with the options of the field. */
export interface Reference extends ChosenObject {
  readonly target: string
}

/** Returns the references in values, including those in groups, lists and blocks. */
export function referencesAt(fields: Fields, document: Document, types: FieldTypes): readonly Reference[] {
  const found: Reference[] = []
  const visit = ({ kind, options }: FieldData, value: Json | undefined, path: string): void => {
    if (value === null || value === undefined) return
    const { target } = options
    if (typeof target === 'string') {
      const ids = Array.isArray(value) ? (value as readonly Json[]) : [value]
      for (const id of ids) if (typeof id === 'string') found.push({ target, id, path, options })
      return
    }
    const parts = types[kind]?.parts?.(options)
    if (parts?.kind === 'object') visitAll(parts.fields, value, path)
    else if (Array.isArray(value)) {
      for (const [index, item] of (value as readonly Json[]).entries()) {
        if (parts?.kind === 'list') visit(parts.of, item, `${path}.${index}`)
        else if (parts?.kind === 'blocks' && isJsonObject(item)) {
          visitAll(parts.of[String(item.type)] ?? [], item, `${path}.${index}`)
        }
      }
    }
  }
  const visitAll = (members: Fields, value: Json, path: string): void => {
    if (isJsonObject(value)) for (const member of members) visit(member, value[member.name], `${path}.${member.name}`)
  }
  for (const field of fields) visit(field, document[field.name], field.name)
  return found
}

/**
 * Returns the references in groups, lists and blocks that a document did not have before. The database has no foreign
 * keys for these. References that a deletion has left without a target do not prevent other changes.
 */
export function newInside(
  plan: Pick<CollectionPlan, 'inside' | 'fieldTypes'>,
  before: DocumentRow | null,
  after: DocumentRow,
): readonly Reference[] {
  const changed = plan.inside.filter(({ field: { name } }) => after[name] !== null && after[name] !== before?.[name])
  if (changed.length === 0) return []
  const fields = changed.map(({ field }) => field)
  const valuesOf = (row: DocumentRow): Document =>
    Object.fromEntries(changed.map(({ field: { name }, decode }) => [name, decode(row[name] ?? null)]))
  const known = new Set(before === null ? [] : referencesAt(fields, valuesOf(before), plan.fieldTypes).map(keyOf))
  return referencesAt(fields, valuesOf(after), plan.fieldTypes).filter((one) => !known.has(keyOf(one)))
}

function keyOf({ target, id }: Reference): string {
  return `${target} ${id}`
}

/**
 * Returns statements that fail if a reference has no target: one for each collection or table that references point to.
 * If foreign keys are deferred, references in columns need these statements, too (`failIfHeld`).
 */
export function guardReferences(
  { manifest }: Program,
  references: readonly Pick<Reference, 'target' | 'id'>[],
): Statement[] {
  return [...Map.groupBy(references, ({ target }) => target)].map(([target, some]) => {
    const table = tableOf(manifest.collections, target)
    const missing = sqlText`
      SELECT 1
      FROM json_each(?1) AS "given"
      WHERE NOT EXISTS (SELECT 1 FROM "${table}" WHERE "${table}"."id" = "given"."value")
    `
    return failUnless(`NOT EXISTS (${missing})`, [JSON.stringify([...new Set(some.map(({ id }) => id))])])
  })
}

/** Returns the table of a reference's target. */
export function tableOf(collections: Program['manifest']['collections'], target: string): string {
  return collections.find(({ name }) => name === target)?.table ?? target
}
