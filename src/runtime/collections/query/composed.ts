import type { SqlValue, Statement } from '../../database/database.ts'
import type { Slot } from './slots.ts'

/** Source of a statement's parameter: a slot of the query, or a value of the request itself. */
export type Parameter = Slot | 'now' | 'rows' | 'offset' | 'position'

/** SQL with the parameters that it uses, in order. */
export interface Composed {
  readonly sql: string
  readonly parameters: readonly Parameter[]
}

/** Numbers the parameters, so that a value that occurs several times is bound once: D1 binds at most a hundred. */
export function numbered({ sql, parameters }: Composed): Composed {
  const distinct = [...new Set(parameters)]
  let position = 0
  const numberedSql = sql.replace(/\?/g, () => {
    const parameter = parameters[position]
    position += 1
    return `?${parameter === undefined ? 0 : distinct.indexOf(parameter) + 1}`
  })
  return { sql: numberedSql, parameters: distinct }
}

export const EMPTY: Composed = { sql: '', parameters: [] }

/** Joins conditions with AND; empty conditions are ignored. */
export function all(conditions: readonly Composed[]): Composed {
  const parts = conditions.filter(({ sql }) => sql !== '')
  return {
    sql: parts.map(({ sql }) => sql).join(' AND '),
    parameters: parts.flatMap(({ parameters }) => parameters),
  }
}

/** Values that a request binds to a composed statement. */
export interface Binding {
  readonly values: readonly SqlValue[]
  readonly now: number
  readonly rows: number
  readonly offset: number
  /** Required position of the ledger. */
  readonly position: number | null
}

export function bindStatement({ sql, parameters }: Composed, binding: Binding): Statement {
  const { values } = binding
  return {
    sql,
    values: parameters.map((parameter) =>
      typeof parameter === 'number' ? (values[parameter] ?? null) : binding[parameter],
    ),
  }
}
