import type { MigrationHead } from '../../manifest/index.ts'
import type { LedgerRow } from './ledger.ts'
import { compareLedger } from './status.ts'

/** Verdict on whether a program works correctly on a database, judged by the database's ledger. */
export type Verdict =
  /** The program fits. `isExact`: the database has exactly the program's migrations. */
  | { readonly kind: 'serve'; readonly isExact: boolean }
  /** The program needs migrations that have not been applied. */
  | { readonly kind: 'wait'; readonly pending: readonly string[] }
  /** The database has migrations that the program does not know and cannot work with. */
  | { readonly kind: 'ahead'; readonly unknown: readonly string[] }
  /** The database has a different history of migrations; `message` describes the difference. */
  | { readonly kind: 'astray'; readonly message: string }

/**
 * Decides whether a program fits the ledger. An older program may serve if all migrations that it does not know are of
 * phase `expand`; a newer program, if all pending migrations are of phase `contract`. A migration without a recorded
 * phase may do anything.
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
