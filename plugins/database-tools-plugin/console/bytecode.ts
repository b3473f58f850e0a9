import { t } from 'lintel/kit'
import type { Table } from '../catalog/read-catalog.ts'
import type { IsSecretColumn } from '../catalog/secret-columns.ts'
import { refused } from './statement.ts'

/** A line of `EXPLAIN`: an instruction of the program that SQLite has made from a statement. */
export interface Instruction {
  readonly opcode: string
  readonly p1: number
  readonly p2: number
  readonly p3: number
  readonly p5: number
}

/** Opcodes of programs that change the schema or the connection; the console never runs these. */
const FORBIDDEN = new Set([
  'AutoCommit', 'Checkpoint', 'CreateBtree', 'Destroy', 'DropIndex', 'DropTable', 'DropTrigger', 'IncrVacuum',
  'JournalMode', 'ParseSchema', 'Savepoint', 'SetCookie', 'SqlExec', 'Vacuum', 'VCreate', 'VDestroy', 'VRename',
]) // biome-ignore format: a table of names
/** Opcodes of instructions that change rows. */
const WRITING = new Set(['OpenWrite', 'VUpdate', 'VBegin', 'Clear'])

/**
 * Tells whether a program changes nothing, by SQLite's own criterion (`sqlite3_stmt_readonly`): it has no write
 * transaction, and changes neither the journal nor the file. EXPLAIN also lists the instructions of triggers.
 * @throws HttpError `invalid_query` for a program that changes the schema or the connection
 */
export function isReadOnly(program: readonly Instruction[]): boolean {
  const forbidden = program.find(({ opcode }) => FORBIDDEN.has(opcode))
  if (forbidden)
    throw refused(t('The console cannot change the schema or the connection. Migrations change the schema.'))
  return !program.some(({ opcode, p2 }) => (opcode === 'Transaction' && p2 !== 0) || WRITING.has(opcode))
}

/** Returns the root pages of the tables and indexes that a program writes to. */
export function writtenRoots(program: readonly Instruction[]): ReadonlySet<number> {
  return new Set(
    program.flatMap(({ opcode, p1, p2 }) => (opcode === 'OpenWrite' ? [p2] : opcode === 'Clear' ? [p1] : [])),
  )
}

const OPENING = new Set(['OpenRead', 'ReopenIdx', 'OpenWrite'])
/** Opcodes of instructions that search by the columns of an index, or compare with them. */
const SEEKING = /^(?:Seek|NotFound|Found|NoConflict|IfNoHope|Idx(?:GT|GE|LT|LE))/

/**
 * Ensures that a program reads no secret column, however the statement names it.
 * @throws HttpError `invalid_query` with the column
 */
export function requireNoSecrets(
  program: readonly Instruction[],
  tables: readonly Table[],
  isSecret: IsSecretColumn,
): void {
  const stores = storesWithSecrets(tables, isSecret)
  const cursors = new Map<number, Set<Store>>()
  for (const { opcode, p1, p2 } of program) {
    const store = OPENING.has(opcode) ? stores.get(p2) : undefined
    if (store) cursors.set(p1, (cursors.get(p1) ?? new Set()).add(store))
  }
  for (const { opcode, p1, p2 } of program) {
    for (const store of cursors.get(p1) ?? []) {
      const column = secretRead(store, opcode, p2)
      if (column !== null)
        throw refused(t('The column {table}.{column} is never shown.', { table: store.table, column }))
    }
  }
}

/** A table or an index in the file. */
interface Store {
  readonly table: string
  readonly isIndex: boolean
  /** Names of the secret columns, in the order in which columns are stored; `null` for all other columns. */
  readonly columns: readonly (string | null)[]
}

function secretRead({ columns, isIndex }: Store, opcode: string, position: number): string | null {
  if (opcode === 'Column') return columns[position] ?? null
  const anySecret = columns.find((column) => column !== null) ?? null
  if (opcode === 'RowData') return anySecret
  return isIndex && SEEKING.test(opcode) ? (columns[0] ?? null) : null
}

function storesWithSecrets(tables: readonly Table[], isSecret: IsSecretColumn): ReadonlyMap<number, Store> {
  const stores = new Map<number, Store>()
  for (const { name, root, columns, indexes, withoutRowid } of tables) {
    const mark = (names: readonly (string | null)[], isIndex: boolean): Store => ({
      table: name,
      isIndex,
      columns: names.map((column) => (column !== null && isSecret(name, column) ? column : null)),
    })
    if (!columns.some((column) => isSecret(name, column.name))) continue
    // Computed columns are not part of a stored row.
    const stored = columns.filter(({ computed }) => !computed).map((column) => column.name)
    if (!withoutRowid) stores.set(root, mark(stored, false))
    for (const index of indexes) stores.set(index.root, mark(index.columns, true))
  }
  return stores
}
