import { quote, quoteAll } from '../../ground/sql.ts'
import { type Token, tokenize } from '../../ground/sql-tokens.ts'
import type { Schema, SchemaForeignKey, SchemaIndex, SchemaTable } from '../../manifest/index.ts'

/** A future table, in terms of the existing tables. */
export interface PredictedTable {
  /** Source to select from: an existing table, or one of the WITH terms. */
  readonly source: string
  readonly columns: readonly string[]
  readonly notNull: ReadonlySet<string>
  readonly foreignKeys: readonly SchemaForeignKey[]
  readonly indexes: readonly SchemaIndex[]
  /** Current name of the table whose rows the predicted table contains; `null` while it contains none. */
  readonly origin: string | null
  /** Columns that the migration adds. */
  readonly added: ReadonlySet<string>
  /** Columns of the source that SQLite computes wherever they are used, instead of once for each row. */
  readonly computed: ReadonlySet<string>
}

interface Term {
  readonly name: string
  readonly sql: string
}

/** The tables of a database after pending migrations, and the SQL that computes their rows from the existing ones. */
export class PredictedTables {
  readonly #tables: Map<string, PredictedTable>
  readonly #terms: Term[] = []

  constructor(schema: Schema) {
    const ordinary = schema.tables.filter((table) => table.kind === 'table')
    this.#tables = new Map(ordinary.map((table) => [table.name, { ...shapeOf(table), source: table.name }]))
  }

  get(name: string): PredictedTable | undefined {
    return this.#tables.get(name)
  }

  set(name: string, table: PredictedTable): void {
    this.#tables.set(name, table)
  }

  delete(name: string): void {
    this.#tables.delete(name)
  }

  all(): ReadonlyMap<string, PredictedTable> {
    return this.#tables
  }

  /** Adds a new table. */
  create(table: SchemaTable): void {
    const columns = table.columns.map((column) => `NULL AS ${quote(column.name)}`)
    const shape = shapeOf(table)
    const source = this.#term(table.name, `SELECT ${columns.join(', ')} WHERE 0`)
    this.#tables.set(table.name, { ...shape, source, origin: null, added: new Set(shape.columns) })
  }

  /**
   * Changes values of a table, and keeps only the rows that meet the condition, if there is one.
   * @param values SQL by column, over the columns of the table; a column without SQL keeps its value
   */
  change(name: string, values: ReadonlyMap<string, string>, condition: string | null = null): void {
    this.#computeOnce(name, values)
    const table = this.#tables.get(name)
    if (!table) return
    const columns = [...new Set([...table.columns, ...values.keys()])]
    const selected = columns.map((column) => `${this.bind(values.get(column) ?? quote(column))} AS ${quote(column)}`)
    const where = condition === null ? '' : ` WHERE ${this.bind(condition)}`
    const source = this.#term(name, `SELECT ${selected.join(', ')} FROM ${this.from(name)}${where}`)
    this.#tables.set(name, { ...table, source, columns, computed: computedAmong(values, table.computed) })
  }

  /** Inserts rows from another table; the values are SQL over its columns. */
  insert(name: string, from: string, values: ReadonlyMap<string, string>, where: string | null): void {
    this.#computeOnce(from, values)
    const [table, other] = [this.#tables.get(name), this.#tables.get(from)]
    if (!table || !other) return
    const selected = table.columns.map((column) => `${this.bind(values.get(column) ?? 'NULL')} AS ${quote(column)}`)
    const condition = where === null ? '' : ` WHERE ${this.bind(where)}`
    const rows = `SELECT ${selected.join(', ')} FROM ${this.from(from)}${condition}`
    const before =
      table.origin === null ? '' : `SELECT ${quoteAll(table.columns)} FROM ${quote(table.source)} UNION ALL `
    const source = this.#term(name, `${before}${rows}`)
    const computed = computedAmong(values, other.computed)
    this.#tables.set(name, { ...table, source, origin: table.origin ?? other.origin, computed })
  }

  /**
   * Makes SQLite compute columns once for each row, if new values are computed from columns that are computed already.
   * Otherwise SQLite replaces each mention of a column by its expression: a column that is rewritten ten times, each time
   * from three mentions of itself, becomes an expression with 3¹⁰ parts. An OFFSET prevents that:
   * https://sqlite.org/optoverview.html#subquery_flattening
   */
  #computeOnce(name: string, values: ReadonlyMap<string, string>): void {
    const table = this.#tables.get(name)
    const isNested = [...values.values()].some(
      (sql) => isComputed(sql) && tokenize(sql).some(({ value }) => table?.computed.has(value)),
    )
    if (!table || !isNested) return
    const source = this.#term(name, `SELECT * FROM ${quote(table.source)} LIMIT -1 OFFSET 0`)
    this.#tables.set(name, { ...table, source, computed: new Set() })
  }

  /** Returns the table for a FROM clause, under its future name. */
  from(name: string): string {
    const source = this.#tables.get(name)?.source ?? name
    return source === name ? quote(name) : `${quote(source)} AS ${quote(name)}`
  }

  /** Returns SQL with tables replaced by the future ones. */
  bind(sql: string): string {
    const tokens = tokenize(sql)
    let bound = ''
    let end = 0
    for (const [index, token] of tokens.entries()) {
      const isTable = /^(?:FROM|JOIN)$/i.test(tokens[index - 1]?.text ?? '') && this.#tables.has(token.value)
      const name = token.value
      const source = this.#tables.get(name)?.source ?? name
      const text = isTable ? (hasAlias(tokens[index + 1]) ? quote(source) : this.from(name)) : token.text
      bound += sql.slice(end, token.start) + text
      end = token.end
    }
    return bound + sql.slice(end)
  }

  /** Returns a whole statement: the select, preceded by the WITH terms that it needs. */
  statement(select: string): string {
    let text = select
    const needed: string[] = []
    for (const { name, sql } of [...this.#terms].reverse()) {
      if (!text.includes(quote(name))) continue
      needed.unshift(`${quote(name)} AS (${sql})`)
      text += sql
    }
    return needed.length === 0 ? select : `WITH ${needed.join(', ')} ${select}`
  }

  #term(table: string, sql: string): string {
    const name = `${table}~${this.#terms.length + 1}`
    this.#terms.push({ name, sql })
    return name
  }
}

function shapeOf(table: SchemaTable): Omit<PredictedTable, 'source'> {
  return {
    columns: table.columns.map((column) => column.name),
    notNull: new Set(table.columns.filter((column) => column.notNull).map((column) => column.name)),
    foreignKeys: table.foreignKeys,
    indexes: table.indexes,
    origin: table.name,
    added: new Set(),
    computed: new Set(),
  }
}

/** Returns the computed columns after a change of values: new ones, and those that keep or get a computed value. */
function computedAmong(values: ReadonlyMap<string, string>, before: ReadonlySet<string>): ReadonlySet<string> {
  const mentions = (sql: string) => tokenize(sql).some(({ value }) => before.has(value))
  const written = [...values].filter(([, sql]) => isComputed(sql) || mentions(sql)).map(([column]) => column)
  return new Set([...[...before].filter((column) => !values.has(column)), ...written])
}

/** Tells whether a value is more than a column or a constant. */
function isComputed(sql: string): boolean {
  return sql.includes('(')
}

const CLAUSES =
  /^(?:WHERE|ORDER|GROUP|HAVING|LIMIT|JOIN|LEFT|RIGHT|FULL|INNER|CROSS|NATURAL|ON|USING|UNION|EXCEPT|INTERSECT)$/i

function hasAlias(next: Token | undefined): boolean {
  return next?.kind === 'name' || (next?.kind === 'word' && !CLAUSES.test(next.text))
}
