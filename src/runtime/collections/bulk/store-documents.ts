import type { Json } from '../../../fields/field-type.ts'
import { type FieldError, HttpError } from '../../common/errors.ts'
import { batch, type Statement } from '../../database/database.ts'
import { inParts } from '../../database/in-parts.ts'
import { during } from '../../deadlines/deadline.ts'
import { runtimeOf, type WithEnv } from '../../isolate/runtime.ts'
import { type CollectionPlan, planOf } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import { withTimes } from '../locale/times.ts'
import { restored, validFields } from '../request/validate.ts'
import { DEFER_FOREIGN_KEYS } from '../trash/remove.ts'
import { firstVersionValues, insertValues, type SystemColumns, toRow } from '../write/row-statements.ts'
import { FIRST_VERSIONS } from './statements.ts'

/** Values of a document that its collection's validators have passed, in the form that is stored. */
export interface CheckedDocument {
  readonly collection: string
  readonly fields: Readonly<Record<string, Json>>
}

/** A document as it is stored, with its place among the others. Times are milliseconds since the epoch. */
export interface WholeDocument extends CheckedDocument, Omit<SystemColumns, 'updatedAt' | 'updatedBy' | 'version'> {}

/**
 * Holds values against the validators of a collection, fields that nobody may write through the interface included.
 * What is not given takes its default. Whether references lead somewhere and unique values are free is for the database.
 * @returns the values as they are stored, or what is wrong with them
 */
export function checkDocument(
  c: WithEnv,
  collection: string,
  fields: Readonly<Record<string, Json>>,
): CheckedDocument | { readonly errors: readonly FieldError[] } {
  try {
    return { collection, fields: restored(planNamed(c, collection), fields) }
  } catch (error) {
    if (error instanceof HttpError && error.errors !== undefined) return { errors: error.errors }
    throw error
  }
}

/**
 * Holds each of the given values against its field.
 * @returns those that are valid, as they are stored, and what is wrong with the others
 */
export function checkFields(
  c: WithEnv,
  collection: string,
  fields: Readonly<Record<string, Json>>,
): { readonly fields: Readonly<Record<string, Json>>; readonly errors: readonly FieldError[] } {
  return validFields(planNamed(c, collection), fields)
}

/**
 * Stores documents as they are, all or none, with a first version of each, in a few statements however many there are.
 * No rule of access is asked, no hook is told and nothing is numbered: whoever calls this makes whole documents, for a
 * new site or a test. Documents may refer to each other in any order.
 * @param also written in the same transaction
 * @throws DatabaseError where a unique value is taken or a reference leads nowhere
 */
export async function storeDocuments(
  c: WithEnv,
  documents: readonly WholeDocument[],
  also: readonly Statement[] = [],
): Promise<void> {
  const { database, ledger } = runtimeOf(c)
  const names = [...new Set(documents.map(({ collection }) => collection))]
  const statements = names.flatMap((name) => {
    const plan = planNamed(c, name)
    return creation(
      plan,
      ledger.current,
      documents.filter(({ collection }) => collection === name).map((document) => rowOf(plan, document)),
    )
  })
  await during('long', () => batch(database, [DEFER_FOREIGN_KEYS, ...statements, ...also]))
}

function rowOf(plan: CollectionPlan, { collection: _, fields, ...system }: WholeDocument): DocumentRow {
  const updatedAt = Math.max(system.createdAt, system.publishedAt ?? 0)
  const changed = { updatedAt, updatedBy: system.createdBy, version: 1 }
  return toRow(plan, { ...system, ...changed }, withTimes(plan, null, { ...fields }, system.createdAt))
}

function creation(plan: CollectionPlan, position: number | null, rows: readonly DocumentRow[]): Statement[] {
  const { many } = plan.collection.statements
  return [
    ...inParts(
      many.insert,
      rows.map((row) => insertValues(plan, row)),
    ),
    ...inParts(
      FIRST_VERSIONS,
      rows.map((row) => firstVersionValues(plan, row)),
      [position],
    ),
    ...plan.joins.flatMap(({ field: { name } }) =>
      inParts(
        many.joins[name]?.set ?? '',
        rows.filter((row) => row[name] !== '[]').map((row) => [row.id, row[name] ?? '[]']),
      ),
    ),
  ]
}

function planNamed(c: WithEnv, name: string): CollectionPlan {
  const { program } = runtimeOf(c)
  const collection = program.manifest.collections.find((one) => one.name === name)
  if (!collection) throw new Error(`the config has no collection ${name}`)
  return planOf(collection, program.fieldTypes)
}
