import type { Statement } from '../../database/database.ts'
import { inParts } from '../../database/in-parts.ts'
import type { CollectionPlan } from '../document/plan.ts'
import type { Call } from '../request/call.ts'
import { DEFER_FOREIGN_KEYS, removal } from '../trash/remove.ts'
import type { Deletions } from '../write/deletions.ts'
import { FIRST_VERSIONS, insertRows, OLD_VERSIONS } from '../write/many-statements.ts'
import { guardReferences } from '../write/references-inside.ts'
import { firstVersionValues, recordValues, updateValues } from '../write/row-statements.ts'
import type { Item, Written } from './prepare.ts'
import { writtenReferences } from './references.ts'
import { changes } from './unique.ts'

/**
 * Composes one batch for all operations. Each statement takes as many documents as fit into one parameter. The guards
 * come first: if a document has changed in the meantime, nothing happens. Deletions follow, so that their unique values
 * are free, then changes, then new documents.
 */
export function bulkStatements(call: Call, items: readonly Item[], deletions: Deletions): Statement[] {
  const { plan } = call
  const position = [call.runtime.ledger.current]
  const { many } = plan.collection.statements
  const written = items.filter((item): item is Written => item.action !== 'delete')
  const created = written.filter(({ action }) => action === 'create')
  const updated = written.filter((item) => item.action === 'update')
  const deleted = items.filter((item) => item.action === 'delete')
  const { trashing, purging, detaching } = removal(call, deletions)
  return [
    DEFER_FOREIGN_KEYS,
    ...inParts(
      many.record,
      [
        ...updated.map(({ before, row }) => recordValues(plan, before, row)),
        ...deleted.map(({ before }) => recordValues(plan, before, before)),
      ],
      position,
    ),
    ...trashing,
    ...purging,
    ...release(plan, updated),
    ...inParts(
      many.update,
      updated.map(({ before, row }) => updateValues(plan, before, row)),
    ),
    ...insertRows(
      plan,
      created.map(({ row }) => row),
    ),
    ...inParts(
      FIRST_VERSIONS,
      created.map(({ row }) => firstVersionValues(plan, row)),
      position,
    ),
    ...setJoins(plan, updated),
    ...detaching,
    ...inParts(
      OLD_VERSIONS,
      updated.map(({ row }) => [row.id, row.version - plan.collection.versions]),
    ),
    ...guardReferences(
      call.runtime.program,
      written.flatMap((item) => writtenReferences(call, item)),
    ),
  ]
}

/** Returns the statements that free the unique values that change, so that documents can exchange them. */
function release(plan: CollectionPlan, updated: readonly Written[]): Statement[] {
  return plan.stored.flatMap((field) => {
    const ids = field.field.unique ? updated.filter((item) => changes(field, item)).map(({ row }) => row.id) : []
    if (ids.length === 0) return []
    const sql = `UPDATE "${plan.collection.table}" SET "${field.field.column}" = NULL WHERE id IN (SELECT value FROM json_each(?1))`
    return [{ sql, values: [JSON.stringify(ids)] }]
  })
}

function setJoins(plan: CollectionPlan, updated: readonly (Written & { action: 'update' })[]): Statement[] {
  return plan.joins.flatMap(({ field: { name } }) => {
    const { clear = '', set = '' } = plan.collection.statements.many.joins[name] ?? {}
    const changed = updated.filter(({ row, before }) => row[name] !== before[name]).map(({ row }) => row)
    if (changed.length === 0) return []
    const ids = JSON.stringify(changed.map(({ id }) => id))
    return [
      { sql: clear, values: [ids] },
      ...inParts(
        set,
        changed.map((row) => [row.id, row[name] ?? '[]']),
      ),
    ]
  })
}
