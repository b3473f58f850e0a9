import { quote } from '../../ground/sql.ts'
import { namesIn } from '../../ground/sql-tokens.ts'

/** An expression that depends on a column, and the same expression as if that column had no value. */
export interface Copy {
  readonly value: string
  readonly without: string
}

/** Columns that a migration drops after it has filled other columns from them. */
export class TakenOver {
  readonly #copies = new Map<string, readonly Copy[]>()

  /**
   * Records an update.
   * @param columns columns of the table
   * @returns SQL of further columns, which contain what the update would write if a column had no value
   */
  note(
    table: string,
    columns: readonly string[],
    sets: ReadonlyMap<string, string>,
    where: string | null,
  ): ReadonlyMap<string, string> {
    const further = [...sets].flatMap(([column, sql]) =>
      namesOf(sql, columns)
        .filter((name) => name !== column)
        .map((name) => {
          const without = `${column}${WITHOUT}${name}`
          this.#copies.set(`${table}.${name}`, [
            ...(this.#copies.get(`${table}.${name}`) ?? []),
            { value: quote(column), without: quote(without) },
          ])
          return [without, written(column, withoutColumn(sql, name, table), where)] as const
        }),
    )
    return new Map(further)
  }

  /** Returns the columns that were filled from a column. */
  of(table: string, column: string): readonly Copy[] {
    return this.#copies.get(`${table}.${column}`) ?? []
  }
}

/** Part of the name of a further column, which no column of a database has: `name~without~other`. */
const WITHOUT = '~without~'

/** Tells whether a column only exists to be compared. */
export function isFurther(column: string): boolean {
  return column.includes(WITHOUT)
}

/** Returns the expressions of a rebuilt table that use a column of the old table. */
export function copiesIn(expressions: Iterable<string>, column: string, table: string): readonly Copy[] {
  return [...expressions]
    .filter((sql) => namesIn(sql).includes(column))
    .map((value) => ({ value, without: withoutColumn(value, column, table) }))
}

/** Returns the value of a column after an update. */
export function written(column: string, sql: string, where: string | null): string {
  return where === null ? sql : `CASE WHEN ${where} THEN ${sql} ELSE ${quote(column)} END`
}

function namesOf(sql: string, columns: readonly string[]): string[] {
  return [...new Set(namesIn(sql))].filter((name) => columns.includes(name))
}

/** Returns an expression as if a column had no value: the inner FROM hides this column, and no other. */
function withoutColumn(expression: string, column: string, table: string): string {
  return `(SELECT (${expression}) FROM (SELECT NULL AS ${quote(column)}) AS ${quote(table)})`
}

/** SQL conditions for rows with a value in a dropped column. */
export interface Fate {
  /** Rows with a value that no copy depends on. */
  readonly lost: string
  /** Rows with a value that copies depend on, but that none contains as a whole. */
  readonly converted: string
}

/** Returns the conditions under which values of a dropped column are lost or converted. */
export function fateOf(column: string, copies: readonly Copy[]): Fate {
  const value = quote(column)
  const inJson = `substr(json_quote(${value}), 2, length(json_quote(${value})) - 2)`
  const depends = ({ value: copy, without }: Copy) => `((${copy}) IS NOT NULL AND (${copy}) IS NOT (${without}))`
  const contains = (copy: string) =>
    `typeof(${value}) = 'text' AND (instr(${copy}, ${value}) > 0 OR instr(${copy}, ${inJson}) > 0)`
  const keeps = (copy: Copy) =>
    `coalesce((${copy.value}) IS ${value} OR (${depends(copy)} AND ${contains(copy.value)}), 0)`
  const none = (conditions: readonly string[]) => conditions.map((condition) => ` AND NOT ${condition}`).join('')
  const gone = `${value} IS NOT NULL${none(copies.map(keeps))}`
  return {
    lost: `${gone}${none(copies.map(depends))}`,
    converted: `${gone} AND (${copies.map(depends).join(' OR ')})`,
  }
}
