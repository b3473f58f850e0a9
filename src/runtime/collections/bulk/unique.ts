import { sqlText } from '../../../ground/sql-text.ts'
import type { Row, SqlValue, Statement } from '../../database/database.ts'
import type { FieldPlan } from '../document/plan.ts'
import type { Call } from '../request/call.ts'
import type { Deletions } from '../write/deletions.ts'
import { conflict } from '../write/refusals.ts'
import { type Refused, refuse, type Written, withinData } from './prepare.ts'

/** Generated slugs of one field that are taken. */
export interface TakenSlugs {
  readonly plan: FieldPlan
  readonly items: readonly Written[]
  /** Tells whether any operation of the request writes this slug. */
  readonly isWanted: (slug: string) => boolean
}

interface UniqueCheck {
  readonly statements: readonly Statement[]
  /** Refuses values that are taken, and returns the generated slugs among them. */
  take(found: readonly Row[][]): TakenSlugs[]
}

/**
 * Returns the check that no two documents share a unique value once everything is written. It has one statement for
 * each unique field with new values.
 */
export function checkUnique(
  call: Call,
  written: readonly Written[],
  deletions: Deletions,
  refused: Refused,
): UniqueCheck {
  const fields = call.plan.stored
    .filter(({ field }) => field.unique)
    .map((plan) => ({ plan, claims: claimsOf(plan, written) }))
    .filter(({ claims }) => claims.size > 0)
  const going = deletions.get(call.plan.collection.name)
  return {
    statements: fields.map(({ plan, claims }) => findHolders(call, plan, [...claims.keys()])),
    take: (found) =>
      fields.map(({ plan, claims }, index) => {
        const freed = new Set(written.filter((item) => changes(plan, item)).map(({ row }) => row.id))
        const staying = (found[index] ?? []).filter(({ id }) => !freed.has(String(id)) && !going?.has(String(id)))
        const takenValues = new Set(staying.map(({ value }) => value ?? null))
        return {
          plan,
          items: settle(call, plan, claims, takenValues, refused),
          isWanted: (slug: string) => claims.has(slug),
        }
      }),
  }
}

/** Groups operations by the new unique value that they write. */
function claimsOf({ field }: FieldPlan, written: readonly Written[]): Map<SqlValue, Written[]> {
  const claims = new Map<SqlValue, Written[]>()
  for (const item of written) {
    const value = item.row[field.name] ?? null
    if (value === null || (item.action === 'update' && item.before[field.name] === value)) continue
    claims.set(value, [...(claims.get(value) ?? []), item])
  }
  return claims
}

/** Tells whether an operation changes the document's value of a field, which frees the old one. */
export function changes({ field }: FieldPlan, item: Written): boolean {
  return item.action === 'update' && (item.before[field.name] ?? null) !== (item.row[field.name] ?? null)
}

function findHolders(call: Call, { field }: FieldPlan, values: readonly SqlValue[]): Statement {
  const column = `[${field.column}]`
  const sql = sqlText`
    SELECT id, ${column} AS "value"
    FROM "${call.plan.collection.table}"
    WHERE ${column} IN (SELECT value FROM json_each(?1))
  `
  return { sql, values: [JSON.stringify(values)] }
}

/**
 * Decides which operation may store a value that several operations want to store: a sent value takes precedence over a
 * generated one, and an earlier operation over a later one.
 */
function settle(
  call: Call,
  plan: FieldPlan,
  claims: ReadonlyMap<SqlValue, readonly Written[]>,
  takenValues: ReadonlySet<SqlValue>,
  refused: Refused,
): Written[] {
  return [...claims].flatMap(([value, claimants]) => {
    const explicitClaims = claimants.filter(({ made }) => !made.includes(plan))
    const made = claimants.filter((item) => item.made.includes(plan))
    for (const { index } of takenValues.has(value) ? explicitClaims : explicitClaims.slice(1)) {
      refuse(refused, index, withinData(conflict(call, plan.field.name)))
    }
    return takenValues.has(value) || explicitClaims.length > 0 ? made : made.slice(1)
  })
}
