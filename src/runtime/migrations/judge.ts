import type { MigrationHead } from '../../manifest/index.ts'
import type { LedgerRow } from './ledger.ts'
import { compareLedger } from './status.ts'

/** Verdict on whether a program works correctly on a database, by the database's ledger. */
export type Verdict =
  /** `isExact`: the database has the program's migrations and no others. */
  | { readonly kind: 'serve'; readonly isExact: boolean }
  /** The program needs what is not applied yet. */
  | { readonly kind: 'wait'; readonly pending: readonly string[] }
  /** The database has what the program does not know and cannot work with. */
  | { readonly kind: 'ahead'; readonly unknown: readonly string[] }
  /** The database was made by another chain of migrations; `message` says how the two differ. */
  | { readonly kind: 'astray'; readonly message: string }

/**
 * Judges a program by the ledger. One that is behind serves where all that it does not know only adds; one that is ahead
 * where all that is pending only takes away what it does not use. A migration whose phase nobody wrote down may do
 * anything.
 */
export function judge(ledger: readonly LedgerRow[], migrations: readonly MigrationHead[]): Verdict {
  const { pending, drift } = compareLedger(ledger, migrations)
  const unknown = drift.filter(({ kind }) => kind === 'unknown').map(({ name }) => name)
  const isAstray = drift.length > unknown.length || (unknown.length > 0 && pending.length > 0)
  if (isAstray) return { kind: 'astray', message: drift.map(({ message }) => message).join('; ') }
  const adds = (name: string) => ledger.find((row) => row.name === name)?.phase === 'expand'
  if (!unknown.every(adds)) return { kind: 'ahead', unknown: unknown.filter((name) => !adds(name)) }
  const takesAway = (name: string) => migrations.find((one) => one.name === name)?.phase === 'contract'
  if (!pending.every(takesAway)) return { kind: 'wait', pending }
  return { kind: 'serve', isExact: pending.length + unknown.length === 0 }
}
