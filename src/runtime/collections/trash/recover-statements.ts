import { withValues } from '../../../manifest/detach-statements.ts'
import type { Statement } from '../../database/database.ts'
import { inParts } from '../../database/in-parts.ts'
import type { CollectionPlan } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import type { Recovered } from '../write/commit.ts'
import { jsonIds } from '../write/deletions.ts'
import { insertRows, insertVersions, OLD_VERSIONS } from '../write/many-statements.ts'
import { guardReferences } from '../write/references-inside.ts'
import { firstVersionValues } from '../write/row-statements.ts'
import { DEFER_FOREIGN_KEYS } from './remove.ts'
import { referencesOf } from './targets.ts'

/**
 * Composes the statements that restore documents. The guards come first, and fail if a document is no longer in the
 * trash. Then documents and their lists are inserted, references to them are restored, and their entries in the trash
 * are deleted. The documents may refer to each other in any order.
 */
export function recoverStatements(call: Call, group: readonly Recovered[]): Statement[] {
  const byPlan = [...Map.groupBy(group, ({ plan }) => plan)].map(([plan, all]) => {
    return { plan, rows: all.map(({ row }) => row) }
  })
  const position = [call.runtime.ledger.current]
  const ids = jsonIds(group.map(({ row }) => row.id))
  return [
    DEFER_FOREIGN_KEYS,
    ...inParts(
      NEXT_VERSIONS,
      group.map(({ plan, row }) => firstVersionValues(plan, row)),
      position,
    ),
    ...byPlan.flatMap(({ plan, rows }) => insertRows(plan, rows)),
    ...byPlan.flatMap(({ plan, rows }) => reattachment(plan, rows, call.now)),
    { sql: 'DELETE FROM content_trash_references WHERE target_id IN (SELECT value FROM json_each(?1))', values: [ids] },
    { sql: 'DELETE FROM content_trash WHERE document_id IN (SELECT value FROM json_each(?1))', values: [ids] },
    ...inParts(
      OLD_VERSIONS,
      group.map(({ plan, row }) => [row.id, row.version - plan.collection.versions]),
    ),
    ...guardReferences(call.runtime.program, referencesOf(group)),
  ]
}

/** Stores the next versions of restored documents. ?2: the required position of the ledger. */
const NEXT_VERSIONS = insertVersions('value->>0 IN (SELECT document_id FROM content_trash)')

function reattachment(plan: CollectionPlan, rows: readonly DocumentRow[], now: number): Statement[] {
  const ids = jsonIds(rows.map(({ id }) => id))
  return plan.collection.statements.referrers.flatMap(({ attach }) => attach).map((sql) => withValues(sql, [ids, now]))
}
