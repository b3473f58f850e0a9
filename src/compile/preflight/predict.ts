import { quote } from '../../ground/sql.ts'
import type { Schema } from '../../manifest/index.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'
import { COPIES, copiesOf } from '../schema/model/copies.ts'
import { columnName } from '../schema/model/names.ts'
import { readStatement, type Statement } from '../schema/sql/read-statement.ts'
import type { OperationKind, OperationOf } from '../schema/steps/operation.ts'
import type { Step } from '../schema/steps/step.ts'
import { RowQueries } from './collect-row-queries.ts'
import { Cost, type Expense } from './cost.ts'
import { lostValuesIn } from './lost-values.ts'
import { type PredictedTable, PredictedTables } from './predicted-tables.ts'
import type { RowQuery, Tally } from './row-query.ts'
import { type Copy, copiesIn, fateOf, isFurther, TakenOver, written } from './taken-over.ts'

/** Queries to run for one migration, and its estimated cost. */
export interface Prediction {
  readonly name: string
  readonly questions: readonly RowQuery[]
  readonly tallies: readonly Tally[]
  readonly expenses: readonly Expense[]
  /** Statements whose effect on rows cannot be predicted. */
  readonly unpredicted: readonly string[]
}

/** A migration, or another list of planned steps. */
export type Planned = Pick<MigrationFile, 'name' | 'steps'>

/**
 * Returns the queries of pending migrations on existing rows. Nothing is executed: the tables before each step are
 * described in terms of the existing tables.
 * @param live current schema of the database
 */
export function predict(live: Schema, pending: readonly Planned[]): PredictedChain {
  const tables = new PredictedTables(live)
  const migrations = pending.map((file) => new Walk(file, tables).run())
  return { tables, migrations }
}

export interface PredictedChain {
  readonly tables: PredictedTables
  readonly migrations: readonly Prediction[]
}

/** Processes one migration, statement by statement. */
class Walk {
  readonly #file: Planned
  readonly #tables: PredictedTables
  readonly #cost: Cost
  readonly #asked: RowQueries
  readonly #unpredicted: string[] = []
  readonly #takenOver = new TakenOver()
  #complaint = ''

  constructor(file: Planned, tables: PredictedTables) {
    this.#file = file
    this.#tables = tables
    this.#cost = new Cost(tables)
    this.#asked = new RowQueries(tables)
  }

  run(): Prediction {
    for (const step of this.#file.steps) {
      const { operation } = step
      const count = operation?.kind === 'rewrite-values' ? this.#countRewritten(operation, step) : null
      for (const sql of step.statements) this.#take(readStatement(sql), step, sql)
      count?.()
    }
    this.#asked.askReferences()
    return {
      name: this.#file.name,
      questions: this.#asked.questions,
      tallies: this.#asked.tallies,
      expenses: this.#cost.expenses,
      unpredicted: this.#unpredicted,
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
          this.#countDropped(statement.table, statement.column, step)
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
        this.#withTable(statement.table, (table) => this.#update(statement, table, step, sql))
        break
      case 'delete':
        if (isByHand(step) || deletesDocuments(step, statement.table)) {
          const about = isByHand(step) ? { statement: sql } : {}
          this.#asked.tally('drops', statement.table, null, step, statement.where ?? '1', about)
        }
        this.#tables.change(statement.table, new Map(), `NOT coalesce((${statement.where ?? '1'}), 0)`)
        break
      case 'insert':
        this.#insert(statement, step, sql)
        break
      case 'create-virtual':
        break
      case 'other':
        if (!/^(?:PRAGMA|CREATE\s+TRIGGER|DROP\s+TRIGGER|SELECT)\b/i.test(sql)) this.#unpredicted.push(sql)
    }
  }

  /**
   * Keeps the values of the columns that a step is about to rewrite, possibly with several updates.
   * @returns a function that, after the step, counts the values that have changed
   */
  #countRewritten(operation: OperationOf<'rewrite-values'>, step: Step): () => void {
    const { table: name } = operation
    const isCopy = COPIES.includes(name)
    for (const { column, condition, subject, step: cause } of lostValuesIn(operation, this.#file.steps))
      this.#asked.tally('drops', name, column, cause, condition, { subject })
    const updates = step.statements.map(readStatement).filter((statement) => statement.kind === 'update')
    const columns = new Set(updates.filter(({ table }) => table === name).flatMap(({ sets }) => [...sets.keys()]))
    const before = (column: string) => `${column}~before`
    this.#tables.change(name, new Map([...columns].map((column) => [before(column), quote(column)])))
    return () => {
      for (const column of columns) {
        const isOther = `${quote(before(column))} IS NOT ${quote(column)}`
        if (isCopy) this.#asked.tally('writes', name, null, step, `${copiesOf(operation.collection)} AND ${isOther}`)
        else this.#asked.tally('writes', name, column, step, isOther)
      }
      const kept = new Set([...columns].map(before))
      this.#withTable(name, (table) => {
        this.#tables.set(name, { ...table, columns: table.columns.filter((column) => !kept.has(column)) })
      })
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
    if (added.foreignKeys.length > 0) this.#asked.refer(name, column.name, step)
  }

  #addIndex(
    { table: name, index }: Extract<Statement, { kind: 'create-index' }>,
    table: PredictedTable,
    step: Step,
  ): void {
    if (table.indexes.some((other) => other.name === index.name)) return
    this.#tables.set(name, { ...table, indexes: [...table.indexes, index] })
    if (!index.unique || table.origin === null) return
    this.#asked.askUnique(name, index, step)
  }

  #update(
    { table: name, sets, where }: Extract<Statement, { kind: 'update' }>,
    table: PredictedTable,
    step: Step,
    text: string,
  ): void {
    for (const [column, sql] of sets) {
      if (where === null && isConversion(step) && !table.added.has(column))
        this.#asked.askConversion(name, column, sql, step)
      if (table.foreignKeys.some((key) => key.columns.includes(column))) this.#asked.refer(name, column, step)
    }
    const further = isDeclaredWrite(step) ? this.#takenOver.note(name, table.columns, sets, where) : []
    // Derived values change together with the row and need not be reported.
    if (isDeclaredWrite(step))
      for (const [column, sql] of sets) this.#asked.tallyWritten(name, column, sql, where, step)
    if (isByHand(step)) this.#asked.tallyByHand(name, sets, where, step, text)
    const values = [...sets].map(([column, sql]) => [column, written(column, sql, where)] as const)
    this.#tables.change(name, new Map([...values, ...further]))
  }

  #countDropped(table: string, column: string, step: Step): void {
    this.#tallyLost(table, column, this.#takenOver.of(table, column), step)
  }

  /** Counts rows that lose the value of a column; none if the step converts it completely. */
  #tallyLost(table: string, column: string, copies: readonly Copy[], step: Step): void {
    if (isJoined(step)) this.#asked.tally('moves', table, column, step)
    else if (step.operation?.kind !== 'change-field' || step.operation.lossy !== null) {
      const { lost, converted } = fateOf(column, copies)
      this.#asked.tally('drops', table, column, step, lost)
      if (copies.length > 0) this.#asked.tally('converts', table, column, step, converted)
    }
  }

  #insert(statement: Extract<Statement, { kind: 'insert' }>, step: Step, sql: string): void {
    const { table: name, columns, values, from, where } = statement
    if (name === GUARD) {
      this.#asked.ask('required', from, step, where ?? '1', this.#complaint)
      return
    }
    const [table, source] = [this.#tables.get(name), this.#tables.get(from)]
    if (table && columns.length === 0) this.#unpredicted.push(sql)
    if (!table || !source || columns.length === 0) return
    const inserted = new Map(columns.map((column, index) => [column, values[index] ?? 'NULL']))
    inserted.delete('rowid')
    if (from === `${name}__copy`) this.#askRebuilt(name, table, from, source, inserted, step)
    this.#tables.insert(name, from, inserted, where)
  }

  /** Adds queries for a table that is rebuilt from a copy of itself. */
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
    const gone = before.columns.filter(
      (column) => !table.columns.includes(column) && column !== '__rowid' && !isFurther(column),
    )
    for (const column of gone) {
      const copies = [...copiesIn(values.values(), column, copy), ...this.#takenOver.of(name, column)]
      this.#tallyLost(copy, column, copies, this.#stepFor(name, column, step))
    }
    for (const [column, sql] of values) {
      const isSame = sql === quote(column)
      const stepOfColumn = this.#stepFor(name, column, step)
      if (!isSame && stepOfColumn !== step) this.#asked.tallyRebuilt(copy, column, sql, before, stepOfColumn)
      if (!isSame && before.columns.includes(column))
        this.#asked.askConversion(copy, column, sql, this.#stepFor(name, column, step))
      if (table.notNull.has(column) && !(isSame && before.notNull.has(column))) {
        this.#asked.ask('required', copy, step, `(${sql}) IS NULL`, `${name}.${column} must have a value, but has none`)
      }
    }
    const known = new Set(before.foreignKeys.map((key) => JSON.stringify([key.columns, key.table])))
    for (const key of table.foreignKeys) {
      const [column = ''] = key.columns
      if (!known.has(JSON.stringify([key.columns, key.table])))
        this.#asked.refer(name, column, this.#stepFor(name, column, step))
    }
  }

  /** Returns the step that explains why a rebuilt column changes, so that the reviewer is led to its field. */
  #stepFor(table: string, column: string, step: Step): Step {
    const { steps } = this.#file
    const renamed = steps.flatMap(({ operation }) =>
      operation?.kind === 'rename-field' && operation.collection === table && columnName(operation.from) === column
        ? [columnName(operation.to)]
        : [],
    )
    const stepOfColumn = steps.find(({ operation }) => {
      if (operation === null || !FIELD_KINDS.has(operation.kind) || !('field' in operation)) return false
      return operation.collection === table && [column, ...renamed].includes(columnName(operation.field))
    })
    return stepOfColumn ?? step
  }

  #dropTable(name: string, step: Step): void {
    const table = this.#tables.get(name)
    if (step.operation !== null && DROPS.has(step.operation.kind)) this.#asked.tally('drops', name, null, step)
    const isNarrowed = isConversion(step) && table?.columns.includes('owner_id') === true
    if (table && isNarrowed && table.origin !== null) this.#asked.askNarrowed(name, step)
    this.#tables.delete(name)
  }
}

/** Tells whether a step deletes documents, or copies of them, in contrast to data that is derived from them. */
function deletesDocuments({ operation }: Step, table: string): boolean {
  if (operation?.kind === 'drop-collection') return COPIES.includes(table)
  return operation?.kind === 'limit-collection' && (COPIES.includes(table) || table === operation.collection)
}

const GUARD = 'migration_check'

const FIELD_KINDS: ReadonlySet<OperationKind> = new Set(['add-field', 'change-field', 'drop-field'])
const WRITING: ReadonlySet<OperationKind> = new Set([...FIELD_KINDS, 'limit-collection'])
const DROPS: ReadonlySet<OperationKind> = new Set(['drop-collection', 'drop-table', 'drop-field'])

function isDeclaredWrite({ operation }: Step): boolean {
  return operation !== null && WRITING.has(operation.kind)
}

function isByHand({ operation }: Step): boolean {
  return operation === null || operation.kind === 'by-hand'
}

/** Tells whether the values of a column become rows of a join table. */
function isJoined({ operation }: Step): boolean {
  return operation?.kind === 'change-field' && operation.after.storage === 'join'
}

function isConversion({ operation }: Step): boolean {
  return operation?.kind === 'change-field'
}
