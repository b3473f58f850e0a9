import { sqlText } from '../../../ground/sql-text.ts'
import { isVariant, partsOfVariant } from '../../../ground/variants.ts'
import type { ManifestField } from '../../../manifest/index.ts'
import { t } from '../../../messages/translate.ts'
import { type FieldError, HttpError } from '../../common/errors.ts'
import { batch, type DatabaseError, type Statement } from '../../database/database.ts'
import type { FieldPlan } from '../document/plan.ts'
import { type DocumentRow, toDocument } from '../document/row.ts'
import { pathInBody } from '../locale/locale.ts'
import type { Call } from '../request/call.ts'
import { isBroken } from './promise-guard.ts'
import { newInside, tableOf } from './references-inside.ts'

const GUARDED = new Set(['content_versions.version', 'content_drafts.revision'])

/**
 * Tells whether a batch failed because the document, its pending changes or the ledger's position have changed since
 * they were read.
 */
export function isStale({ refusal }: DatabaseError): boolean {
  return refusal.kind === 'notNull' && GUARDED.has(refusal.column ?? '')
}

/**
 * Returns the field whose value another document of the collection already has; `null` if the database refused for
 * another reason.
 */
export function takenField(call: Call, { refusal }: DatabaseError): FieldPlan | null {
  if (refusal.kind !== 'unique' || refusal.table !== call.plan.collection.table) return null
  return call.plan.stored.find(({ field }) => refusal.columns.includes(field.column ?? '')) ?? null
}

/** Tells whether a batch failed because the target of a reference was missing at that moment. */
export function isDangling(error: DatabaseError): boolean {
  return error.refusal.kind === 'foreignKey' || isBroken(error)
}

/**
 * Converts the database's refusal of a write to an error for the caller. Returns unexpected errors unchanged.
 * @param before the document that was to be replaced
 */
export async function explainRefusal(
  call: Call,
  error: DatabaseError,
  before: DocumentRow | null,
  row: DocumentRow,
): Promise<unknown> {
  const { collection } = call.plan
  const taken = takenField(call, error)
  if (taken !== null) return conflict(call, taken.field.name)
  if (error.refusal.kind === 'unique' && error.refusal.table === null && collection.singleton) {
    return new HttpError('conflict', t('{label} already exists: there can be only one.', { label: collection.label }))
  }
  return isDangling(error) ? danglingReferences(call, before, row, error) : error
}

/** Returns the error about a value that another document has. It does not name a field that the caller does not see. */
export function conflict({ view, locale }: Call, name: string): HttpError {
  const field = isVariant(name) ? partsOfVariant(name).field : name
  if (!view.names.has(field)) return new HttpError('conflict', t('Another document has one of these values.'))
  const error = { path: pathInBody(name, locale), code: 'unique', message: t('Another document has this value.') }
  return new HttpError('conflict', t('Another document has this {field}.', { field }), { errors: [error] })
}

/**
 * Returns the error about references without a target; the given error if all targets exist now. Looks up each target,
 * because SQLite's error does not say which one is missing.
 */
async function danglingReferences(
  call: Call,
  before: DocumentRow | null,
  row: DocumentRow,
  error: DatabaseError,
): Promise<unknown> {
  const document = toDocument(row, call.plan)
  const references = [...call.plan.fields].filter(({ field }) => field.target !== null && document[field.name] !== null)
  const idsOf = (field: ManifestField) => [document[field.name]].flat().map(String)
  const inside = newInside(call.plan, before, row)
  const found = await batch(call.runtime.database, [
    ...references.map(({ field }) => findTargets(call, field.target ?? '', idsOf(field))),
    ...inside.map(({ target, id }) => findTargets(call, target, [id])),
  ])
  const errors = references.flatMap(({ field }, index) => {
    const existing = new Set(found[index]?.map((row) => row.id))
    return missingTargets(field, idsOf(field), (id) => existing.has(id))
  })
  const missing = inside.filter((_, index) => found[references.length + index]?.length === 0)
  const all = [...errors, ...missing.map((one) => missingTarget(pathInBody(one.path, call.locale), one))]
  return all.length === 0 ? error : danglingError(all)
}

/** Composes the query for the ids that exist in a target, as `id`. */
export function findTargets(call: Call, target: string, ids: Iterable<string>): Statement {
  return {
    sql: sqlText`
      SELECT id
      FROM "${tableOf(call.runtime.program.manifest.collections, target)}"
      WHERE id IN (SELECT value FROM json_each(?1))
    `,
    values: [JSON.stringify([...ids])],
  }
}

/** Returns the errors for a field that refers to missing documents. */
export function missingTargets(
  { name, storage, target }: ManifestField,
  ids: readonly string[],
  exists: (id: string) => boolean,
): FieldError[] {
  return ids.flatMap((id, position) => {
    const path = storage === 'join' ? `${name}.${position}` : name
    return exists(id) ? [] : [missingTarget(path, { target: target ?? '', id })]
  })
}

/** Returns the error about an id that does not exist in its target. */
export function missingTarget(path: string, { target, id }: { target: string; id: string }): FieldError {
  return { path, code: 'reference_not_found', message: t('There is no {target} with the id {id}.', { target, id }) }
}

export function danglingError(errors: readonly FieldError[]): HttpError {
  return new HttpError('validation_failed', t('A reference points to a document that does not exist.'), { errors })
}
