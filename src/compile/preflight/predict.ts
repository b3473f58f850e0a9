import { quote } from '../../ground/sql.ts'
import type { Schema } from '../../manifest/index.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'
import { columnName } from '../schema/model/names.ts'
import { readStatement, type Statement } from '../schema/sql/read-statement.ts'
import type { OperationKind } from '../schema/steps/operation.ts'
import type { Step } from '../schema/steps/step.ts'
import { Cost, type Expense } from './cost.ts'
import { type PredictedTable, PredictedTables } from './predicted-tables.ts'
import { countRows, type RowQuery, SAMPLE, selectRows, type Tally } from './row-query.ts'

/** Queries to run for one migration, and its estimated cost. */
export interface PredictedMigration {
  readonly name: string
  readonly questions: readonly RowQuery[]
  readonly tallies: readonly Tally[]
  readonly expenses: readonly Expense[]
  /** Statements whose effect on rows cannot be followed. */
  readonly unpredicted: readonly string[]
}

/** A migration, or what else is planned of steps. */
export type Planned = Pick<MigrationFile, 'name' | 'steps'>

/**
 * Questions of pending migrations to the existing rows. Nothing is run: each table is described as it will be by
 * the time of a step, in terms of the tables that there are.
 * @param live the schema of the database as it is.
 */
export function predict(live: Schema, pending: readonly Planned[]): PredictedChain {
  const tables = new PredictedTables(live)
  const migrations = pending.map((file) => new Walk(file, tables).run())
  return { tables, migrations }
}

export interface PredictedChain {
  readonly tables: PredictedTables
  readonly migrations: readonly PredictedMigration[]
}

/** The walk through one migration, statement by statement. */
class Walk {
  readonly #file: Planned
  readonly #tables: PredictedTables
  readonly #cost: Cost
  readonly #questions: RowQuery[] = []
  readonly #tallies: Tally[] = []
  readonly #unforeseen: string[] = []
  /** Columns whose references are to be looked at once everything is done, with the step that asks for it. */
  readonly #referring = new Map<string, { readonly table: string; readonly column: string; readonly step: Step }>()
  #complaint = ''

  constructor(file: Planned, tables: PredictedTables) {
    this.#file = file
    this.#tables = tables
    this.#cost = new Cost(tables)
  }

  run(): PredictedMigration {
    for (const step of this.#file.steps) {
      for (const sql of step.statements) this.#take(readStatement(sql), step, sql)
    }
    for (const { table, column, step } of this.#referring.values()) this.#askReference(table, column, step)
    return {
      name: this.#file.name,
      questions: this.#questions,
      tallies: this.#tallies,
      expenses: this.#cost.expenses,
      unpredicted: this.#unforeseen,
    }
  }

  #take(statement: Statement, step: Step, sql: string): void {
    this.#cost.add(statement)
    switch (statement.kind) {
      case 'create-table':
        if (statement.table.name === GUARD) this.#complaint = statement.table.columns[0]?.name ?? ''
        else if (!this.#tables.get(statement.table.name)) this.#tables.create(statement.table)
        break
      case 'copy-table':
        this.#withTable(statement.from, (table) => this.#tables.set(statement.table, { ...table, indexes: [] }))
        break
      case 'rename-table':
        this.#renameTable(statement.table, statement.to)
        break
      case 'rename-column':
        this.#withTable(statement.table, () => this.#renameColumn(statement))
        break
      case 'add-column':
        this.#withTable(statement.table, (table) => this.#addColumn(statement, table, step))
        break
      case 'drop-column':
        this.#withTable(statement.table, (table) => {
          this.#tally('drops', statement.table, statement.column, step)
          const columns = table.columns.filter((column) => column !== statement.column)
          this.#tables.set(statement.table, { ...table, columns })
        })
        break
      case 'drop-table':
        this.#dropTable(statement.table, step)
        break
      case 'drop-index':
        for (const [name, table] of this.#tables.all()) {
          const indexes = table.indexes.filter((index) => index.name !== statement.index)
          if (indexes.length < table.indexes.length) this.#tables.set(name, { ...table, indexes })
        }
        break
      case 'create-index':
        this.#withTable(statement.table, (table) => this.#addIndex(statement, table, step))
        break
      case 'update':
        this.#withTable(statement.table, (table) => this.#update(statement, table, step))
        break
      case 'delete':
        this.#tables.change(statement.table, new Map(), `NOT coalesce((${statement.where ?? '1'}), 0)`)
        break
      case 'insert':
        this.#insert(statement, step, sql)
        break
      case 'create-virtual':
        break
      case 'other':
        if (!/^(?:PRAGMA|CREATE\s+TRIGGER|DROP\s+TRIGGER|SELECT)\b/i.test(sql)) this.#unforeseen.push(sql)
    }
  }

  #withTable(name: string, use: (table: PredictedTable) => void): void {
    const table = this.#tables.get(name)
    if (table) use(table)
  }

  #renameTable(from: string, to: string): void {
    this.#withTable(from, (table) => {
      this.#tables.delete(from)
      this.#tables.set(to, table)
      for (const [name, other] of this.#tables.all()) {
        const foreignKeys = other.foreignKeys.map((key) => (key.table === from ? { ...key, table: to } : key))
        this.#tables.set(name, { ...other, foreignKeys })
      }
    })
  }

  #renameColumn({ table: name, column, to }: Extract<Statement, { kind: 'rename-column' }>): void {
    this.#tables.change(name, new Map([[to, quote(column)]]))
    this.#withTable(name, (table) => {
      const rename = (names: readonly string[]) => names.map((other) => (other === column ? to : other))
      const foreignKeys = table.foreignKeys.map((key) => ({ ...key, columns: rename(key.columns) }))
      const columns = table.columns.filter((other) => other !== column)
      const notNull = new Set(rename([...table.notNull]))
      this.#tables.set(name, { ...table, columns, notNull, foreignKeys })
    })
  }

  #addColumn(
    { table: name, added }: Extract<Statement, { kind: 'add-column' }>,
    table: PredictedTable,
    step: Step,
  ): void {
    const [column] = added.columns
    if (!column) return
    this.#tables.change(name, new Map([[column.name, column.default ?? 'NULL']]))
    this.#withTable(name, (changed) => {
      const foreignKeys = [...table.foreignKeys, ...added.foreignKeys]
      this.#tables.set(name, { ...changed, foreignKeys, added: new Set([...table.added, column.name]) })
    })
    if (added.foreignKeys.length > 0) this.#refer(name, column.name, step)
  }

  #addIndex(
    { table: name, index }: Extract<Statement, { kind: 'create-index' }>,
    table: PredictedTable,
    step: Step,
  ): void {
    if (table.indexes.some((other) => other.name === index.name)) return
    this.#tables.set(name, { ...table, indexes: [...table.indexes, index] })
    if (!index.unique || table.origin === null) return
    const keys = index.columns.map((key) => key.replace(/ DESC$/, ''))
    const where = index.where === null ? '' : `(${index.where}) AND `
    const present = keys.map((key) => `${key} IS NOT NULL`).join(' AND ')
    const list = keys.join(', ')
    const shared = `SELECT ${list} FROM ${quote(name)} WHERE ${where}${present} GROUP BY ${list} HAVING count(*) > 1`
    const row = keys.length === 1 ? list : `(${list})`
    const value = keys.length === 1 ? list : `json_array(${list})`
    const values = `SELECT ${value} AS "value", count(*) AS "rows" FROM ${this.#tables.from(name)} WHERE ${where}${present} GROUP BY ${list} HAVING count(*) > 1 ORDER BY 2 DESC, 1 LIMIT 5`
    this.#ask(
      'unique',
      name,
      step,
      `${where}${row} IN (${shared})`,
      `${wordsFor(name, keys)} must be unique, but is not`,
      values,
    )
  }

  #update(
    { table: name, sets, where }: Extract<Statement, { kind: 'update' }>,
    table: PredictedTable,
    step: Step,
  ): void {
    const conditional = ([column, sql]: [string, string]): [string, string] =>
      where === null ? [column, sql] : [column, `CASE WHEN ${where} THEN ${sql} ELSE ${quote(column)} END`]
    for (const [column, sql] of sets) {
      if (where === null && isConversion(step) && !table.added.has(column)) this.#askConversion(name, column, sql, step)
      if (table.foreignKeys.some((key) => key.columns.includes(column))) this.#refer(name, column, step)
    }
    // What follows from a row is written with it, and is no news.
    if (isOfField(step)) for (const [column, sql] of sets) this.#tallyWritten(name, column, sql, where, step)
    this.#tables.change(name, new Map([...sets].map(conditional)))
  }

  #tallyWritten(table: string, column: string, sql: string, where: string | null, step: Step): void {
    const isOther = `(${sql}) IS NOT ${quote(column)}`
    this.#tally('writes', table, column, step, where === null ? isOther : `(${where}) AND ${isOther}`)
  }

  #tally(
    kind: Tally['kind'],
    table: string,
    column: string | null,
    step: Step,
    condition = column === null ? '1' : `${quote(column)} IS NOT NULL`,
  ): void {
    if (this.#tables.get(table)?.origin == null) return
    const sql = this.#tables.statement(countRows(this.#tables, table, condition))
    this.#tallies.push({ kind, table: table.replace(/__copy$/, ''), column, step, sql })
  }

  #insert(statement: Extract<Statement, { kind: 'insert' }>, step: Step, sql: string): void {
    const { table: name, columns, values, from, where } = statement
    if (name === GUARD) {
      this.#ask('required', from, step, where ?? '1', this.#complaint)
      return
    }
    const [table, source] = [this.#tables.get(name), this.#tables.get(from)]
    if (table && columns.length === 0) this.#unforeseen.push(sql)
    if (!table || !source || columns.length === 0) return
    const given = new Map(columns.map((column, index) => [column, values[index] ?? 'NULL']))
    given.delete('rowid')
    if (from === `${name}__copy`) this.#askRebuilt(name, table, from, source, given, step)
    this.#tables.insert(name, from, given, where)
  }

  /** A table that is rebuilt from a copy of itself. */
  #askRebuilt(
    name: string,
    table: PredictedTable,
    copy: string,
    before: PredictedTable,
    values: ReadonlyMap<string, string>,
    step: Step,
  ): void {
    this.#tables.set(name, {
      ...table,
      added: new Set(table.columns.filter((column) => !before.columns.includes(column))),
    })
    const gone = before.columns.filter((column) => !table.columns.includes(column) && column !== '__rowid')
    for (const column of gone) this.#tally('drops', copy, column, this.#stepFor(name, column, step))
    for (const [column, sql] of values) {
      const isSame = sql === quote(column)
      const own = this.#stepFor(name, column, step)
      if (!isSame && own !== step) this.#tallyRebuilt(copy, column, sql, before, own)
      if (!isSame && before.columns.includes(column))
        this.#askConversion(copy, column, sql, this.#stepFor(name, column, step))
      if (table.notNull.has(column) && !(isSame && before.notNull.has(column))) {
        this.#ask('required', copy, step, `(${sql}) IS NULL`, `${name}.${column} must have a value, but has none`)
      }
    }
    const known = new Set(before.foreignKeys.map((key) => JSON.stringify([key.columns, key.table])))
    for (const key of table.foreignKeys) {
      const [column = ''] = key.columns
      if (!known.has(JSON.stringify([key.columns, key.table])))
        this.#refer(name, column, this.#stepFor(name, column, step))
    }
  }

  /** A column that the copy does not have yet is written wherever it gets a value. */
  #tallyRebuilt(copy: string, column: string, sql: string, before: PredictedTable, step: Step): void {
    const condition = before.columns.includes(column) ? `(${sql}) IS NOT ${quote(column)}` : `(${sql}) IS NOT NULL`
    this.#tally('writes', copy, column, step, condition)
  }

  /** The step that says why a rebuilt column changes, so that the reviewer is led to its field. */
  #stepFor(table: string, column: string, step: Step): Step {
    const own = this.#file.steps.find(({ operation }) => {
      if (operation === null || !FIELD_KINDS.has(operation.kind) || !('field' in operation)) return false
      return operation.collection === table && columnName(operation.field) === column
    })
    return own ?? step
  }

  #dropTable(name: string, step: Step): void {
    const table = this.#tables.get(name)
    if (step.operation !== null && DROPS.has(step.operation.kind)) this.#tally('drops', name, null, step)
    const isNarrowed = isConversion(step) && table?.columns.includes('owner_id') === true
    if (table && isNarrowed && table.origin !== null) {
      const select = `SELECT "owner_id" AS id, count(*) OVER () AS total FROM ${this.#tables.from(name)} GROUP BY "owner_id" HAVING count(*) > 1 ORDER BY 1 LIMIT ${SAMPLE}`
      const message = `${name.replace('__', '.')} has more than one reference, and keeps only the first`
      this.#push('conversion', name, step, select, message)
    }
    this.#tables.delete(name)
  }

  #askConversion(table: string, column: string, sql: string, step: Step): void {
    const name = table.replace(/__copy$/, '')
    const message = `${name}.${column} cannot be read as ${kindIn(step)}, and is lost`
    this.#ask('conversion', table, step, `${quote(column)} IS NOT NULL AND (${sql}) IS NULL`, message)
  }

  #refer(table: string, column: string, step: Step): void {
    this.#referring.set(`${table}.${column}`, { table, column, step })
  }

  #askReference(name: string, column: string, step: Step): void {
    const table = this.#tables.get(name)
    const key = table?.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column)
    if (!table || !key || table.origin === null) return
    const own = `${quote(name)}.${quote(column)}`
    const found = `SELECT 1 FROM ${quote(key.table)} AS "target" WHERE "target".${quote(key.references[0] ?? 'id')} = ${own}`
    const message = `${name}.${column} refers to a row that ${key.table} does not have`
    this.#ask('reference', name, step, `${own} IS NOT NULL AND NOT EXISTS (${found})`, message)
  }

  #ask(
    kind: RowQuery['kind'],
    table: string,
    step: Step,
    condition: string,
    message: string,
    values: string | null = null,
  ): void {
    if (this.#tables.get(table)?.origin == null) return
    this.#push(kind, table, step, selectRows(this.#tables, table, condition), message, values)
  }

  #push(
    kind: RowQuery['kind'],
    table: string,
    step: Step,
    select: string,
    message: string,
    values: string | null = null,
  ): void {
    const sql = this.#tables.statement(select)
    const shared = values === null ? {} : { values: this.#tables.statement(values) }
    this.#questions.push({ kind, message, table: table.replace(/__copy$/, ''), step, sql, ...shared })
  }
}

const GUARD = 'migration_check'

const FIELD_KINDS: ReadonlySet<OperationKind> = new Set(['add-field', 'change-field', 'drop-field'])
const DROPS: ReadonlySet<OperationKind> = new Set(['drop-collection', 'drop-table', 'drop-field'])

function isOfField({ operation }: Step): boolean {
  return operation !== null && FIELD_KINDS.has(operation.kind)
}

function isConversion({ operation }: Step): boolean {
  return operation?.kind === 'change-field'
}

/** The type that values become, `number`. */
function kindIn({ operation }: Step): string {
  return operation?.kind === 'change-field' ? operation.after.kind : 'its new type'
}

function wordsFor(table: string, keys: readonly string[]): string {
  return keys.map((key) => `${table}.${key.replaceAll('"', '')}`).join(' with ')
}
