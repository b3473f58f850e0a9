import { counted } from '../../ground/counted.ts'

/** Findings when the migrations that the base does not have were run on sample rows. */
export interface Proven {
  /** The engine that ran them: D1's own in workerd, or SQLite's as Node has it. */
  readonly engine: 'D1' | 'SQLite'
  /** Sample rows that were there before, and the tables that held them. */
  readonly rows: number
  readonly tables: number
  /** Acknowledged losses: `posts.legacy`, with how many values or rows. */
  readonly lost: readonly { readonly what: string; readonly count: number }[]
  /** Tables that had no sample rows, and why. */
  readonly unproven: readonly { readonly table: string; readonly reason: string }[]
  /** Failures, a sentence each; empty where nothing did. */
  readonly failures: readonly string[]
}

/** `replayed on D1, 312 sample rows in 9 tables, nothing lost but 25 values of posts.legacy`. */
export function describeProof({ engine, rows, tables, lost, unproven, failures }: Proven): string {
  const missing = describeUnproven(unproven)
  const tried = `replayed on ${engine}, ${describeSampleRows(rows, tables)}`
  if (failures.length > 0) return `${tried}: ${failures.join('; ')}`
  if (rows === 0) return missing === null ? tried : `replayed on ${engine}, ${missing}`
  const named = lost.map(({ what, count }) => `${what} (${count})`).join(', ')
  const outcome = lost.length === 0 ? `${tried}, nothing lost` : `${tried}, nothing lost except ${named}`
  return missing === null ? outcome : `${outcome}; ${missing}`
}

/** `not proven on rows: tags (its sample rows are refused: …)`; `null` where all was. */
export function describeUnproven(unproven: Proven['unproven']): string | null {
  const named = new Map(unproven.map(({ table, reason }) => [table, `${table} (${reason})`]))
  return named.size === 0 ? null : `not proven on rows: ${[...named.values()].join(', ')}`
}

/** `1 sample row in 1 table`. */
export function describeSampleRows(rows: number, tables: number): string {
  if (rows === 0) return 'without rows: it names no existing table'
  return `${counted(rows, 'sample row')} in ${counted(tables, 'table')}`
}
