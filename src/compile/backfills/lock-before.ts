import { type Lock, readLock } from '../lock/read-lock.ts'
import type { Start } from '../schema/proof/prove-migration.ts'

/** A lock with its text. */
export interface LockBefore {
  readonly text: string
  readonly lock: Lock
  /** True if the lock describes the database before the migration; false for the newest lock, if none does. */
  readonly isExact: boolean
}

/**
 * Returns the lock from before a migration: the newest one with the tables, columns and fields that the chain creates
 * up to there. Newer locks may contain the change already. If no lock has exactly these, the newest one is returned.
 * Before the first migration, there is none.
 */
export function lockBefore(start: Start, locks: Iterable<string>): LockBefore | null {
  if (start.schema.tables.length === 0) return null
  const columns = columnsOf(start)
  let newest: LockBefore | null = null
  for (const text of locks) {
    const outcome = readLock(text)
    if (!('lock' in outcome)) continue
    const found = { text, lock: outcome.lock, isExact: describes(outcome.lock, start, columns) }
    if (found.isExact) return found
    newest ??= found
  }
  return newest
}

function describes(lock: Lock, { facts }: Start, columns: string): boolean {
  const isSame = ([name, fields]: [string, LockedFields]) =>
    Object.entries(lock.collections[name]?.fields ?? {}).every(([field, { type, required }]) => {
      const known = fields.get(field)
      return !known || (known.kind === type && known.required === (required ?? false))
    })
  return columnsIn(lock) === columns && [...facts].every(isSame)
}

type LockedFields = ReadonlyMap<string, { readonly kind: string; readonly required: boolean }>

function columnsOf({ schema }: Start): string {
  const tables = schema.tables.filter(({ kind }) => kind !== 'virtual')
  return lines(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)))
}

function columnsIn({ schema }: Lock): string {
  return lines(
    Object.entries(schema).flatMap(([name, facts]) =>
      typeof facts === 'string'
        ? []
        : Object.keys(facts).flatMap((key) => (key.startsWith(COLUMN) ? [`${name}.${key.slice(COLUMN.length)}`] : [])),
    ),
  )
}

const COLUMN = 'column '

function lines(names: readonly string[]): string {
  return [...names].sort().join('\n')
}
