import { batch } from '../../database/database.ts'
import type { Document, DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import { conflict, danglingError, findTargets, missingTargets } from '../write/refusals.ts'

/**
 * Refuses changes that could not be published now: a unique value that another document has, or a reference without a
 * target. Takes one round trip, or none if no unique field and no reference has changed. On publication, the database
 * itself checks again.
 * @param changed the fields that differ from the published document
 * @throws HttpError `conflict`, `validation_failed`
 */
export async function requireKeepable(call: Call, row: DocumentRow, changed: Document): Promise<void> {
  const { plan } = call
  const fields = plan.fields.filter(({ field }) => changed[field.name] !== undefined && changed[field.name] !== null)
  const unique = fields.filter(({ field }) => field.unique && field.column !== null)
  const references = fields.filter(({ field }) => field.target !== null)
  if (unique.length + references.length === 0) return
  const idsOf = (name: string) => [changed[name]].flat().map(String)
  const found = await batch(call.runtime.database, [
    ...unique.map(({ field }) => ({
      sql: `SELECT 1 FROM "${plan.collection.table}" WHERE "${field.column}" = ?1 AND "id" <> ?2 LIMIT 1`,
      values: [row[field.name] ?? null, row.id],
    })),
    ...references.map(({ field }) => findTargets(call, field.target ?? '', idsOf(field.name))),
  ])
  const taken = unique.find((_, index) => (found[index]?.length ?? 0) > 0)
  if (taken) throw conflict(call, taken.field.name)
  const errors = references.flatMap(({ field }, index) => {
    const existing = new Set(found[unique.length + index]?.map(({ id }) => id))
    return missingTargets(field, idsOf(field.name), (id) => existing.has(id))
  })
  if (errors.length > 0) throw danglingError(errors)
}
