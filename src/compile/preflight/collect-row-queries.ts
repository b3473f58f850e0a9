import { quote } from '../../ground/sql.ts'
import { sqlText } from '../../ground/sql-text.ts'
import { PUBLISHED_LOCALES } from '../../ground/variants.ts'
import type { SchemaIndex } from '../../manifest/index.ts'
import { COPIES, collectionIn, copiesOf, nameOfTable } from '../schema/model/copies.ts'
import { columnName } from '../schema/model/names.ts'
import type { Step } from '../schema/steps/step.ts'
import type { PredictedTable, PredictedTables } from './predicted-tables.ts'
import { countRows, type RowQuery, SAMPLE, selectRows, type Tally } from './row-query.ts'

/** Collects the queries and counts of one migration, each on the tables as the statements before it leave them. */
export class RowQueries {
  readonly questions: RowQuery[] = []
  readonly tallies: Tally[] = []
  readonly #tables: PredictedTables
  /** Columns whose references are checked after all steps, with the step that requires the check. */
  readonly #referring = new Map<string, { readonly table: string; readonly column: string; readonly step: Step }>()

  constructor(tables: PredictedTables) {
    this.#tables = tables
  }

  /** Adds a query for rows that violate a unique index. */
  askUnique(name: string, index: SchemaIndex, step: Step): void {
    const keys = index.columns.map((key) => key.replace(/ DESC$/, ''))
    const where = index.where === null ? '' : `(${index.where}) AND `
    const present = keys.map((key) => `${key} IS NOT NULL`).join(' AND ')
    const list = keys.join(', ')
    const shared = `SELECT ${list} FROM ${quote(name)} WHERE ${where}${present} GROUP BY ${list} HAVING count(*) > 1`
    const row = keys.length === 1 ? list : `(${list})`
    const value = keys.length === 1 ? list : `json_array(${list})`
    const values = sqlText`
      SELECT ${value} AS "value", count(*) AS "rows"
      FROM ${this.#tables.from(name)}
      WHERE ${where}${present} GROUP BY ${list} HAVING count(*) > 1
      ORDER BY 2 DESC, 1 LIMIT 5
    `
    this.ask(
      'unique',
      name,
      step,
      `${where}${row} IN (${shared})`,
      `${wordsFor(name, keys)} must be unique, but is not`,
      values,
    )
  }

  /**
   * Adds a count of the rows to which an update gives a different value or, if a collection loses its drafts, of the
   * documents that it publishes.
   */
  tallyWritten(table: string, column: string, sql: string, where: string | null, step: Step): void {
    if (step.operation?.kind === 'limit-collection') {
      const published = `(${where ?? '1'}) AND ${publishes(sql)}`
      if (column === 'status') this.tally('publishes', table, null, step, published)
      return
    }
    const isOther = `(${sql}) IS NOT ${quote(column)}`
    this.tally('writes', table, column, step, where === null ? isOther : `(${where}) AND ${isOther}`)
  }

  /**
   * Adds a count of the rows that meet a condition, by default those with a value; none for a table without rows.
   * @param about the handwritten statement and its WHERE, or a subject that is not that of the column
   */
  tally(
    kind: Tally['kind'],
    table: string,
    column: string | null,
    step: Step,
    condition = column === null ? '1' : `${quote(column)} IS NOT NULL`,
    { statement = null, where = condition, subject }: About = {},
  ): void {
    const origin = this.#tables.get(table)?.origin
    if (origin == null) return
    const isShared = COPIES.includes(table)
    const collection = isShared ? collectionIn(where) : null
    const among = collection === null ? null : copiesOf(collection)
    const sql = this.#tables.statement(countRows(this.#tables, table, condition, among))
    const name = table.replace(/__copy$/, '')
    this.tallies.push({
      kind,
      table: name,
      origin,
      column,
      subject: subject ?? subjectOf(name, column, collection),
      isOfAll: isShared && collection === null,
      step,
      statement,
      sql,
      ids: statement === null ? null : this.#tables.statement(selectRows(this.#tables, table, condition)),
    })
  }

  /**
   * Adds counts for a handwritten UPDATE: of values that it replaces or fills in, and of documents that it publishes or
   * unpublishes, or shows in other languages.
   */
  tallyByHand(
    table: string,
    sets: ReadonlyMap<string, string>,
    where: string | null,
    step: Step,
    statement: string,
  ): void {
    const limited = (condition: string) => (where === null ? condition : `(${where}) AND ${condition}`)
    const tally = (kind: Tally['kind'], column: string | null, condition: string) =>
      this.tally(kind, table, column, step, limited(condition), { statement, where: where ?? '1' })
    for (const [column, sql] of sets) {
      const [name, value] = [quote(column), `(${sql})`]
      tally('overwrites', column, `${name} IS NOT NULL AND ${value} IS NOT ${name}`)
      tally('writes', column, `${name} IS NULL AND ${value} IS NOT NULL`)
      if (column === columnName(PUBLISHED_LOCALES)) {
        tally('shows', null, `${name} IS NOT NULL AND ${value} IS NOT ${name} AND ${value} IS NOT '[]'`)
        tally('hides', null, `${value} IS NOT NULL AND ${value} IS NOT ${name}`)
      }
      if (column !== 'status' || COPIES.includes(table)) continue
      const published = "'published'"
      tally('unpublishes', null, `${name} = ${published} AND ${value} IS NOT ${published}`)
      tally('publishes', null, publishes(sql))
    }
  }

  /** Adds a count of the rows that get another value in a rebuilt table. In a new column, every value counts. */
  tallyRebuilt(copy: string, column: string, sql: string, before: PredictedTable, step: Step): void {
    const condition = before.columns.includes(column) ? `(${sql}) IS NOT ${quote(column)}` : `(${sql}) IS NOT NULL`
    this.tally('writes', copy, column, step, condition)
  }

  /** Adds a query for documents with several references in a join table, of which only the first is kept. */
  askNarrowed(name: string, step: Step): void {
    const select = sqlText`
      SELECT "owner_id" AS id, count(*) OVER () AS total
      FROM ${this.#tables.from(name)} GROUP BY "owner_id" HAVING count(*) > 1
      ORDER BY 1 LIMIT ${SAMPLE}
    `
    this.#push(
      'conversion',
      name,
      step,
      select,
      `${name.replace('__', '.')} has more than one reference, but keeps only the first`,
    )
  }

  /** Adds a query for values that do not convert to the new type. */
  askConversion(table: string, column: string, sql: string, step: Step): void {
    const name = table.replace(/__copy$/, '')
    const message = `${name}.${column} cannot be read as ${kindIn(step)}, and is lost`
    this.ask('conversion', table, step, `${quote(column)} IS NOT NULL AND (${sql}) IS NULL`, message)
  }

  /** Records that the values of a column must refer to rows after all steps. */
  refer(table: string, column: string, step: Step): void {
    this.#referring.set(`${table}.${column}`, { table, column, step })
  }

  /** Adds a query for each recorded column: values that refer to nothing. */
  askReferences(): void {
    for (const { table, column, step } of this.#referring.values()) this.#askReference(table, column, step)
  }

  #askReference(name: string, column: string, step: Step): void {
    const table = this.#tables.get(name)
    const key = table?.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column)
    if (!table || !key || table.origin === null) return
    const reference = `${quote(name)}.${quote(column)}`
    const found = sqlText`
      SELECT 1
      FROM ${quote(key.table)} AS "target"
      WHERE "target".${quote(key.references[0] ?? 'id')} = ${reference}
    `
    const message = `${name}.${column} refers to a row that ${key.table} does not have`
    this.ask('reference', name, step, `${reference} IS NOT NULL AND NOT EXISTS (${found})`, message)
  }

  /** Adds a query for rows that meet a condition; none for a table without rows. */
  ask(
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
    const origin = this.#tables.get(table)?.origin ?? table
    const sql = this.#tables.statement(select)
    const shared = values === null ? {} : { values: this.#tables.statement(values) }
    this.questions.push({ kind, message, table: table.replace(/__copy$/, ''), origin, step, sql, ...shared })
  }
}

/** Returns the condition for documents that a new status publishes. */
function publishes(status: string): string {
  return `"status" IS NOT 'published' AND (${status}) = 'published'`
}

/** Facts about a count that its condition does not contain. */
interface About {
  readonly statement?: string | null
  readonly where?: string
  readonly subject?: string
}

/** Returns a name, for people, of counted values or, without a column, of counted rows. */
function subjectOf(table: string, column: string | null, collection: string | null): string {
  if (collection === null) return column === null ? table : `${table}.${column}`
  return `${column === null ? '' : `${column} of `}${collection} in ${nameOfTable(table)}`
}

/** Returns the new type of the values, such as `number`. */
function kindIn({ operation }: Step): string {
  return operation?.kind === 'change-field' ? operation.after.kind : 'its new type'
}

function wordsFor(table: string, keys: readonly string[]): string {
  return keys.map((key) => `${table}.${key.replaceAll('"', '')}`).join(' with ')
}
