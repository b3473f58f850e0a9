import { constants } from 'node:sqlite'
import { isNamedLikeSecret } from '../../config/secret-columns.ts'
import type { Schema } from '../../manifest/index.ts'
import type { Sides } from '../backfills/judge-backfills.ts'
import { isWrittenByHand, type MigrationFile } from '../schema/files/migration-file.ts'
import { partFor } from '../schema/files/replay-in-parts.ts'
import { placedStatements } from '../schema/files/row-statements.ts'
import { openDatabase, statementsOf } from '../schema/files/run-statements.ts'
import { DERIVED } from '../schema/proof/sample-rows.ts'
import { createSchema } from '../schema/sql/create.ts'
import { fillsOnlyEmpty, replacesRows } from '../schema/sql/fills-only-empty.ts'
import { type Act, actsOf, UNKNOWN_STATEMENT } from './acts.ts'
import { type BaseNames, baseNames } from './base-names.ts'
import { decisions, hiddenRows, targetsOf, widenedReads } from './data-flows.ts'
import { classOfEffect, describeEffect } from './effect-words.ts'
import { FormerNames } from './former-names.ts'
import type { EffectKind, SqlEffect } from './verdict.ts'

/** Tables and columns that require special care, in lower case. */
export interface Guarded {
  /**
   * Tables that decide who may do what, or what is sent: accounts, sessions, tokens, permissions, email, the ledger.
   */
  readonly accessTables: ReadonlySet<string>
  /** Columns that nobody may read, as `table.column`. */
  readonly secretColumns: ReadonlySet<string>
}

export interface JudgeSource {
  readonly file: MigrationFile
  /** The schema before the migration. */
  readonly before: Schema
  /** The schema of the base. Objects that it lacks contain nothing that could be lost. */
  readonly base: Schema
  /** The migrations between the base and this one. */
  readonly earlier: readonly MigrationFile[]
  readonly guarded: Guarded
  /** The locks after and before, which determine who may read what. */
  readonly sides: Sides
}

/** The table of applied migrations. It belongs to the runner, so no plugin declares it. */
const LEDGER = 'd1_migrations'
const LEDGER_SQL = `CREATE TABLE ${LEDGER} (id INTEGER PRIMARY KEY, name TEXT UNIQUE, applied_at TEXT, checksum TEXT)`

/**
 * Determines the effects of a migration's statements: each is compiled and run on an empty database with the previous
 * schema, and SQLite's authorizer reports every table and column that it writes, in triggers too. Renamed objects are
 * reported under their names before the migration.
 */
export function judgeSql(source: JudgeSource): SqlEffect[] {
  const { file, before, base, earlier } = source
  const database = openDatabase()
  try {
    for (const statement of [...createSchema(schemaFor(source)), LEDGER_SQL]) database.exec(statement)
    const names = new FormerNames(database, [...before.tables.map(({ name }) => name), LEDGER])
    const judge: Judge = { ...source, known: baseNames(base, before, earlier), derived: derivedIn(before) }
    return placedStatements(file).flatMap(({ statement, line }) =>
      effectsOfActs(actsOf(database, statement, names), statement, judge).map((effect) => ({
        ...effect,
        statement,
        line,
      })),
    )
  } finally {
    database.close()
  }
}

/** Number of tables above which renames are not followed, because SQLite would take seconds to create them all. */
const MANY = 400

function schemaFor({ before, file }: JudgeSource): Schema {
  return before.tables.length > MANY ? partFor(before, statementsOf(file)) : before
}

interface Judge extends JudgeSource {
  readonly known: BaseNames
  readonly derived: Derived
}

/** Tables that triggers maintain, and the triggers that existed before the migration. */
interface Derived {
  readonly tables: ReadonlySet<string>
  readonly triggers: ReadonlySet<string>
}

function derivedIn({ tables, triggers }: Schema): Derived {
  const virtual = tables.filter(({ kind }) => kind === 'virtual').map(({ name }) => name)
  return { tables: new Set([...DERIVED, ...virtual]), triggers: new Set(triggers.map(({ name }) => name)) }
}

type Effect = Omit<SqlEffect, 'statement' | 'line'>

function effectsOfActs(acts: readonly Act[], statement: string, judge: Judge): Effect[] {
  const isKept = ({ trigger }: Act) => trigger !== null && judge.derived.triggers.has(trigger)
  const directActs = acts.filter((act) => act.table !== null && !(isKept(act) && judge.derived.tables.has(act.table)))
  const written = [...Map.groupBy(directActs, place)].flatMap(([, found]) => effectsOn(found, statement, judge))
  return [
    ...written,
    ...reconfigurations(acts),
    ...flows(
      acts.filter((act) => !isKept(act)),
      statement,
      judge,
    ),
  ]
}

function place({ table, trigger }: Act): string {
  return `${table}\n${trigger ?? ''}`
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

/** Returns the effects of a statement on one table, directly or through one trigger. */
function effectsOn(acts: readonly Act[], statement: string, judge: Judge): Effect[] {
  const [{ table, trigger } = { table: null, trigger: null }] = acts
  if (table === null) return []
  const updates = acts.filter(({ code }) => code === SQLITE_UPDATE)
  const columns = namesOf(updates)
  const does = (...codes: readonly number[]) => acts.some(({ code }) => codes.includes(code))
  const isNew = lower(table) !== LEDGER && judge.known.isNewTable(table)
  const effect = (kind: EffectKind, written: readonly string[] = []): Effect => ({
    class: classOfEffect(kind, isNew),
    kind,
    table,
    columns: written,
    trigger,
    message: describeEffect(kind, table, written, trigger),
  })
  const reshaping = ({ detail }: Act) => effect(detail === '' ? 'reshapes' : 'discards', detail === '' ? [] : [detail])
  const isDropped = does(SQLITE_DROP_TABLE, SQLITE_DROP_VTABLE)
  const writes = does(SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE) || isDropped
  if (judge.derived.tables.has(table) && isWrittenByHand(judge.file) && writes && !isDropped)
    return [effect('falsifies', columns)]
  const losesRows = does(SQLITE_DELETE) || (does(SQLITE_INSERT, SQLITE_UPDATE) && replacesRows(statement))
  const isEmpty = ({ detail, spoken, spokenColumn }: Act) =>
    (detail !== ROWID && judge.known.isNewColumn(table, detail)) ||
    (trigger === null && fillsOnlyEmpty(statement, spoken, spokenColumn))
  const filled = namesOf(updates.filter(isEmpty))
  const overwritten = namesOf(updates.filter((act) => !isEmpty(act)))
  const isGuarded = judge.guarded.accessTables.has(lower(table)) || lower(table) === LEDGER
  return [
    ...(isDropped ? [effect('discards')] : losesRows ? [effect('removes')] : []),
    ...(isGuarded && writes ? [effect('grants', columns)] : []),
    ...(overwritten.length > 0 && !isGuarded ? [effect('overwrites', overwritten)] : []),
    ...(filled.length > 0 && !isGuarded ? [effect('fills', filled)] : []),
    ...(does(SQLITE_INSERT) && !isGuarded ? [effect('adds')] : []),
    ...acts.filter(({ code }) => code === SQLITE_ALTER_TABLE).map(reshaping),
  ]
}

/** Name that SQLite's authorizer gives to the number of a row, which every row has. */
const ROWID = 'ROWID'

function namesOf(acts: readonly Act[]): string[] {
  return [...new Set(acts.map(({ detail }) => detail))].sort()
}

/** The only pragma that a migration may set, for its transaction. */
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
    .filter(({ code, spoken }) => named.has(code) && !(code === SQLITE_PRAGMA && isExpected(spoken)))
    .map(({ code, spoken }) => {
      const what = `${named.get(code)}${spoken === '' ? '' : ` ${spoken}`}`
      const message = describeEffect('reconfigures', what, [], null)
      return { class: 'opens', kind: 'reconfigures', table: null, columns: [], trigger: null, message }
    })
}

/** Tells whether a pragma is expected. FTS5 reads the version of its data while it writes. */
function isExpected(pragma: string): boolean {
  return lower(pragma) === EXPECTED_PRAGMA || lower(pragma) === 'data_version'
}

/** Returns the effects of copied values: on columns that determine access or publication, and for new readers. */
function flows(acts: readonly Act[], statement: string, judge: Judge): Effect[] {
  const { guarded, sides, derived } = judge
  const isJudged = ({ table }: Act) => table !== null && !derived.tables.has(table)
  const targets = targetsOf(acts.filter(isJudged), statement).filter(
    ({ table }) => !guarded.accessTables.has(lower(table)),
  )
  const makes = acts.some(({ code }) => code === constants.SQLITE_CREATE_TABLE)
  if (targets.length === 0 && !makes) return []
  const reads = acts.filter(({ code }) => code === SQLITE_READ)
  const secret = reads.filter(({ table, spoken, detail }) => isSecret(guarded, lower(table ?? spoken), lower(detail)))
  // Rows from tables that the migration created, except for the copy from which a table gets its own rows back.
  const carried = reads.filter(
    ({ isMade, spoken }) => isMade && targets.some(({ table }) => lower(spoken) !== lower(`${table}__copy`)),
  )
  const widened = new Set([...secret, ...carried, ...widenedReads(reads, targets, sides)])
  const shown = [...Map.groupBy(widened, ({ table, spoken }) => table ?? spoken)].map(([table, found]) =>
    revelation(table, namesOf(found)),
  )
  const hidden = hiddenRows(acts, targets, sides).filter((table) => shown.every((effect) => effect.table !== table))
  const rows = hidden.map((table) => ({
    ...revelation(table, []),
    message: `copies rows of ${table}, some of which are restricted, such as drafts and hidden translations`,
  }))
  return [...decisions(targets, statement, sides), ...shown, ...rows]
}

function revelation(table: string, columns: readonly string[]): Effect {
  const message = describeEffect('reveals', table, columns, null)
  return { class: 'opens', kind: 'reveals', table, columns, trigger: null, message }
}

/** Tells whether a column is secret. An account's id identifies a user, but grants no access. */
function isSecret({ accessTables, secretColumns }: Guarded, table: string, column: string): boolean {
  if (column === '') return false
  return (
    secretColumns.has(`${table}.${column}`) || isNamedLikeSecret(column) || (accessTables.has(table) && column !== 'id')
  )
}

function lower(text: string): string {
  return text.toLowerCase()
}
