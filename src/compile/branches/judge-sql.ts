import { constants, type DatabaseSync } from 'node:sqlite'
import { isNamedLikeSecret } from '../../config/secret-columns.ts'
import type { Schema } from '../../manifest/index.ts'
import { createSchema } from '../schema/create.ts'
import { fillsOnlyEmpty, replacesRows } from '../schema/fills-only-empty.ts'
import type { MigrationFile } from '../schema/migration-file.ts'
import { DERIVED } from '../schema/proof/sample-rows.ts'
import { partFor } from '../schema/replay-in-parts.ts'
import { openDatabase, statementsOf } from '../schema/run-statements.ts'
import type { EffectClass, EffectKind, SqlEffect } from './verdict.ts'

/** Tables and columns that deserve more care than others, in small letters. */
export interface Guarded {
  /** Tables that decide who may do what: accounts, sessions, tokens, permissions, plugins, the ledger. */
  readonly accessTables: ReadonlySet<string>
  /** `table.column` that nobody may read. */
  readonly secretColumns: ReadonlySet<string>
}

export interface JudgeSource {
  readonly file: MigrationFile
  /** The schema before it. */
  readonly before: Schema
  /** The schema of the base: what is not in it holds nothing that could be lost. */
  readonly base: Schema
  readonly guarded: Guarded
}

/** The table that notes which migrations were applied: the runner's, so no plugin declares it. */
const LEDGER = 'd1_migrations'
const LEDGER_SQL = `CREATE TABLE ${LEDGER} (id INTEGER PRIMARY KEY, name TEXT UNIQUE, applied_at TEXT, checksum TEXT)`

/**
 * What the statements of a migration do, by what SQLite itself makes of them: each is compiled and run on an empty
 * database with the schema before it, and SQLite tells of every table and column that the program writes, in triggers too.
 */
export function judgeSql(source: JudgeSource): SqlEffect[] {
  const { file } = source
  const statements = statementsOf(file)
  const database = openDatabase()
  try {
    for (const statement of [...createSchema(schemaFor(source, statements)), LEDGER_SQL]) database.exec(statement)
    const lines = linesOf(file, statements)
    return statements.flatMap((statement, index) => {
      const acts = actsOf(database, statement)
      return effectsOfActs(acts, statement, source).map((effect) => ({
        ...effect,
        statement,
        line: lines[index] ?? 1,
      }))
    })
  } finally {
    database.close()
  }
}

/** Beyond this many tables SQLite takes seconds to make them all. */
const MANY = 400

function schemaFor({ before }: JudgeSource, statements: readonly string[]): Schema {
  return before.tables.length > MANY ? partFor(before, statements) : before
}

/** Something that SQLite asks leave for while it compiles a statement. */
interface Act {
  readonly code: number
  readonly first: string
  readonly second: string
  readonly trigger: string | null
}

const UNKNOWN_STATEMENT = -1

function actsOf(database: DatabaseSync, statement: string): readonly Act[] {
  const acts: Act[] = []
  database.setAuthorizer((code, first, second, third, trigger) => {
    // ALTER TABLE names the database first, then the table, and the column that it drops.
    const [name, detail] = code === constants.SQLITE_ALTER_TABLE ? [second, third] : [first, second]
    acts.push({ code, first: name ?? '', second: detail ?? '', trigger })
    return constants.SQLITE_OK
  })
  try {
    database.exec(statement)
  } catch {
    acts.push({ code: UNKNOWN_STATEMENT, first: '', second: '', trigger: null })
  } finally {
    database.setAuthorizer(null)
  }
  return acts
}

type Effect = Omit<SqlEffect, 'statement' | 'line'>

function effectsOfActs(acts: readonly Act[], statement: string, source: JudgeSource): Effect[] {
  const known = new Map([...source.before.tables.map(({ name }) => name), LEDGER].map((name) => [lower(name), name]))
  const tables = new Map(
    acts.flatMap((act) => {
      const table = known.get(lower(act.first))
      return table === undefined || (act.trigger !== null && DERIVED.has(table)) ? [] : [[place(act), table] as const]
    }),
  )
  const own = acts.filter((act) => tables.has(place(act)))
  const written = [...Map.groupBy(own, place)].flatMap(([at, found]) =>
    effectsOn(tables.get(at) ?? '', found, statement, source),
  )
  return [...written, ...reconfigurations(acts), ...revelations(acts, written, source)]
}

function place({ first, trigger }: Act): string {
  return `${lower(first)}\n${trigger ?? ''}`
}

const {
  SQLITE_INSERT,
  SQLITE_UPDATE,
  SQLITE_DELETE,
  SQLITE_READ,
  SQLITE_DROP_TABLE,
  SQLITE_DROP_VTABLE,
  SQLITE_ALTER_TABLE,
} = constants

/** What a statement does to one table, itself or through one trigger. */
function effectsOn(table: string, acts: readonly Act[], statement: string, source: JudgeSource): Effect[] {
  const trigger = acts[0]?.trigger ?? null
  const columns = [...new Set(acts.filter(({ code }) => code === SQLITE_UPDATE).map(({ second }) => second))].sort()
  const does = (...codes: readonly number[]) => acts.some(({ code }) => codes.includes(code))
  const isNew = lower(table) !== LEDGER && !source.base.tables.some(({ name }) => lower(name) === lower(table))
  const effect = (kind: EffectKind, written: readonly string[] = []): Effect => ({
    class: classOf(kind, isNew),
    kind,
    table,
    columns: written,
    trigger,
    message: inWords(kind, table, written, trigger),
  })
  const reshaping = ({ second }: Act) => effect(second === '' ? 'reshapes' : 'discards', second === '' ? [] : [second])
  const isDropped = does(SQLITE_DROP_TABLE, SQLITE_DROP_VTABLE)
  const losesRows = does(SQLITE_DELETE) || (does(SQLITE_INSERT, SQLITE_UPDATE) && replacesRows(statement))
  const isEmpty = (column: string) =>
    !hasColumn(source.base, table, column) || (trigger === null && fillsOnlyEmpty(statement, table, column))
  const filled = columns.filter(isEmpty)
  const overwritten = columns.filter((column) => !isEmpty(column))
  const isGuarded = source.guarded.accessTables.has(lower(table)) || lower(table) === LEDGER
  const writes = does(SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE) || isDropped
  return [
    ...(isDropped ? [effect('discards')] : losesRows ? [effect('removes')] : []),
    ...(isGuarded && writes ? [effect('grants', columns)] : []),
    ...(overwritten.length > 0 && !isGuarded ? [effect('overwrites', overwritten)] : []),
    ...(filled.length > 0 && !isGuarded ? [effect('fills', filled)] : []),
    ...(does(SQLITE_INSERT) && !isGuarded ? [effect('adds')] : []),
    ...acts.filter(({ code }) => code === SQLITE_ALTER_TABLE).map(reshaping),
  ]
}

const CLASSES: Readonly<Record<EffectKind, EffectClass>> = {
  adds: 'caution',
  fills: 'caution',
  overwrites: 'destructive',
  removes: 'destructive',
  discards: 'destructive',
  reshapes: 'caution',
  grants: 'opens',
  reveals: 'opens',
  reconfigures: 'opens',
}

/** A table that the base does not have holds nothing that could be lost. */
function classOf(kind: EffectKind, isNew: boolean): EffectClass {
  return isNew && CLASSES[kind] === 'destructive' ? 'caution' : CLASSES[kind]
}

function inWords(kind: EffectKind, table: string, columns: readonly string[], trigger: string | null): string {
  const named = columns.length === 0 ? table : columns.map((column) => `${table}.${column}`).join(', ')
  const through = trigger === null ? '' : ` through the trigger ${trigger}`
  return `${WORDS[kind](named)}${through}`
}

const WORDS: Readonly<Record<EffectKind, (named: string) => string>> = {
  adds: (named) => `adds rows to ${named}`,
  fills: (named) => `fills ${named} where it is empty`,
  overwrites: (named) => `overwrites ${named}`,
  removes: (named) => `removes rows of ${named}`,
  discards: (named) => `drops ${named} with all that it holds`,
  reshapes: (named) => `changes the form of ${named}`,
  grants: (named) => `writes ${named}, which decides who may do what`,
  reveals: (named) => `copies ${named}, which not everybody may read`,
  reconfigures: (named) => `changes how the database works: ${named}`,
}

function hasColumn(schema: Schema, table: string, column: string): boolean {
  const found = schema.tables.find(({ name }) => lower(name) === lower(table))
  return found?.columns.some(({ name }) => lower(name) === lower(column)) ?? false
}

/** Of a migration nothing but statements on rows is expected, and one setting, which lasts for its transaction. */
const EXPECTED_PRAGMA = 'defer_foreign_keys'

function reconfigurations(acts: readonly Act[]): Effect[] {
  const {
    SQLITE_PRAGMA,
    SQLITE_ATTACH,
    SQLITE_DETACH,
    SQLITE_CREATE_TEMP_TABLE,
    SQLITE_CREATE_TEMP_TRIGGER,
    SQLITE_CREATE_TEMP_VIEW,
  } = constants
  const named = new Map<number, string>([
    [SQLITE_PRAGMA, 'PRAGMA'],
    [SQLITE_ATTACH, 'ATTACH'],
    [SQLITE_DETACH, 'DETACH'],
    [SQLITE_CREATE_TEMP_TABLE, 'a temporary table'],
    [SQLITE_CREATE_TEMP_TRIGGER, 'a temporary trigger'],
    [SQLITE_CREATE_TEMP_VIEW, 'a temporary view'],
    [UNKNOWN_STATEMENT, 'a statement that SQLite does not run'],
  ])
  return acts
    .filter(({ code, first }) => named.has(code) && !(code === SQLITE_PRAGMA && isExpected(first)))
    .map(({ code, first }) => {
      const message = WORDS.reconfigures(`${named.get(code)}${first === '' ? '' : ` ${first}`}`)
      return { class: 'opens', kind: 'reconfigures', table: null, columns: [], trigger: null, message }
    })
}

/** FTS5 asks for the version of its data while it writes. */
function isExpected(pragma: string): boolean {
  return lower(pragma) === EXPECTED_PRAGMA || lower(pragma) === 'data_version'
}

/** What is copied out of a table that nobody may read into one that somebody may. */
function revelations(acts: readonly Act[], written: readonly Effect[], { guarded }: JudgeSource): Effect[] {
  const makes = acts.some(({ code }) => code === constants.SQLITE_CREATE_TABLE)
  const isWritten = written.some(({ kind }) => kind === 'adds' || kind === 'fills' || kind === 'overwrites')
  if (!isWritten && !makes) return []
  const read = acts.filter(
    ({ code, first, second }) => code === SQLITE_READ && isSecret(guarded, lower(first), lower(second)),
  )
  return [...Map.groupBy(read, ({ first }) => first)].map(([table, found]) => {
    const columns = [...new Set(found.map(({ second }) => second))].sort()
    const message = inWords('reveals', table, columns, null)
    return { class: 'opens', kind: 'reveals', table, columns, trigger: null, message }
  })
}

/** An id of an account says who, and lets nobody in. */
function isSecret({ accessTables, secretColumns }: Guarded, table: string, column: string): boolean {
  if (column === '') return false
  return (
    secretColumns.has(`${table}.${column}`) || isNamedLikeSecret(column) || (accessTables.has(table) && column !== 'id')
  )
}

/** Where each statement begins in its file, from 1. */
function linesOf({ text }: MigrationFile, statements: readonly string[]): number[] {
  let from = 0
  return statements.map((statement) => {
    const at = Math.max(text.indexOf(statement, from), from)
    from = at + statement.length
    return text.slice(0, at).split('\n').length
  })
}

function lower(text: string): string {
  return text.toLowerCase()
}
