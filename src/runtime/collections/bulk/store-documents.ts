import type { Json } from '../../../fields/field-type.ts'
import { type FieldError, HttpError } from '../../common/errors.ts'
import { batch, type Statement } from '../../database/database.ts'
import { inParts } from '../../database/in-parts.ts'
import { during } from '../../deadlines/deadline.ts'
import { runtimeOf, type WithEnv } from '../../isolate/runtime.ts'
import { type CollectionPlan, planOf } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import { restored, validFields } from '../request/validate.ts'
import { withTimes } from '../translations/times.ts'
import { DEFER_FOREIGN_KEYS } from '../trash/remove.ts'
import { FIRST_VERSIONS, insertRows } from '../write/many-statements.ts'
import { firstVersionValues, type SystemColumns, toRow } from '../write/row-statements.ts'

/** Values of a document that have passed its collection's validators, in the form in which they are stored. */
export interface CheckedDocument {
  readonly collection: string
  readonly fields: Readonly<Record<string, Json>>
}

/** A document as it is stored, with its publication state, author and times. Times are milliseconds since the epoch. */
export interface WholeDocument extends CheckedDocument, Omit<SystemColumns, 'updatedAt' | 'updatedBy' | 'version'> {}

/**
 * Checks values against the validators of a collection, including fields that nobody may write through the API. Missing
 * values take their default. The database checks later whether references have a target and whether unique values are
 * free.
 * @returns the values as they are stored, or the errors
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
 * Checks each given value against its field.
 * @returns the valid values, as they are stored, and the errors of the others
 */
export function checkFields(
  c: WithEnv,
  collection: string,
  fields: Readonly<Record<string, Json>>,
): { readonly fields: Readonly<Record<string, Json>>; readonly errors: readonly FieldError[] } {
  return validFields(planNamed(c, collection), fields)
}

/**
 * Stores documents as they are, all or none, each with a first version. Each statement takes as many documents as fit
 * into one parameter. No access rule is evaluated, no hook is called and no slug gets a number: the caller passes
 * complete documents, for a new site or a test. Documents may refer to each other in any order.
 * @param also further statements for the same transaction
 * @throws DatabaseError if a unique value is taken or a reference has no target
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
  const versions = rows.map((row) => firstVersionValues(plan, row))
  return [...insertRows(plan, rows), ...inParts(FIRST_VERSIONS, versions, [position])]
}

function planNamed(c: WithEnv, name: string): CollectionPlan {
  const { program } = runtimeOf(c)
  const collection = program.manifest.collections.find((one) => one.name === name)
  if (!collection) throw new Error(`the config has no collection ${name}`)
  return planOf(collection, program.fieldTypes)
}
