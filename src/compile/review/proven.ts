import { counted } from '../../ground/counted.ts'
import { nameOfTable } from '../schema/model/copies.ts'
import { listed } from './fold-access.ts'
import type { Item } from './item.ts'

/** Result of running the migrations that the base lacks on sample rows. */
export interface Proven {
  /** The database engine: D1's in workerd, or SQLite in Node. */
  readonly engine: 'D1' | 'SQLite'
  /** Number of sample rows that existed before the migrations, and of the tables that contained them. */
  readonly rows: number
  readonly tables: number
  /** Acknowledged losses: `posts.legacy`, with the number of values or rows. */
  readonly lost: readonly { readonly what: string; readonly count: number }[]
  /** Tables without sample rows, and the reasons. */
  readonly unproven: readonly { readonly table: string; readonly reason: string }[]
  /** Failures, one sentence each; empty if there were none. */
  readonly failures: readonly string[]
}

/**
 * Describes the result: `replayed on D1, 312 sample rows in 9 tables, nothing lost except 25 values of posts.legacy`.
 * @param losses losses that the review names: the sample rows do not show each of them, and handwritten SQL is not
 * compared
 */
export function describeProof(
  { engine, rows, tables, lost, unproven, failures }: Proven,
  losses: readonly Pick<Item, 'steps'>[],
): string {
  const missing = describeUnproven(unproven)
  const tried = `replayed on ${engine}, ${describeSampleRows(rows, tables)}`
  if (failures.length > 0) return `${tried}: ${failures.join('; ')}`
  if (rows === 0) return missing === null ? tried : `replayed on ${engine}, ${missing}`
  const named = lost.map(({ what, count }) => describeLoss(what, count))
  const isByHand = losses.some(({ steps }) => steps.some(({ operation }) => operation === null))
  const few = named.length > MOST_NAMED ? [`${counted(named.length, 'kind')} of values, listed under Lost`] : named
  const all = isByHand ? [...few, 'what handwritten SQL removes, listed under Lost'] : few
  const nothing = losses.length > 0 ? 'nothing lost except what is listed under Lost' : 'nothing lost'
  const outcome = all.length === 0 ? `${tried}, ${nothing}` : `${tried}, nothing lost except ${listed(all)}`
  return missing === null ? outcome : `${outcome}; ${missing}`
}

/** Maximum number of losses that are listed again. */
const MOST_NAMED = 6

function describeLoss(what: string, count: number): string {
  const [, table] = /^rows of (.+)$/.exec(what) ?? []
  return table === undefined
    ? `${counted(count, 'value')} of ${what}`
    : `${counted(count, 'row')} of ${nameOfTable(table)}`
}

/**
 * Says what sample rows do not prove.
 * @param isByHand true if a migration is handwritten
 */
export function describeUnprovable(isByHand: boolean): string {
  const meant = isByHand ? ', and whether handwritten SQL affects the intended rows' : ''
  return `Not proven: what happens to real rows, which may differ from sample rows${meant}; what hooks and other code do; how long it takes`
}

/**
 * Describes tables without sample rows: `not tested on rows: tags (its sample rows are refused: …)`; `null` if there
 * are none.
 */
export function describeUnproven(unproven: Proven['unproven']): string | null {
  const named = new Map(unproven.map(({ table, reason }) => [table, `${table} (${reason})`]))
  return named.size === 0 ? null : `not tested on rows: ${[...named.values()].join(', ')}`
}

/** Describes a number of rows: `1 sample row in 1 table`. */
export function describeSampleRows(rows: number, tables: number): string {
  if (rows === 0) return 'without sample rows: the migration uses no existing table'
  return `${counted(rows, 'sample row')} in ${counted(tables, 'table')}`
}
