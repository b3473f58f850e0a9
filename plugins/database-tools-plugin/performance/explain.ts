import { HttpError, type ManifestCollection, manifestOf, type RequestContext, t } from 'lintel/kit'
import { MAX_STATEMENT } from './collect.ts'

/** A step of SQLite's plan for a statement. */
export interface PlanStep {
  /** Depth of the step inside other steps, from 0. */
  readonly depth: number
  /** Description by SQLite. */
  readonly detail: string
  /** Meaning of the step in a sentence; `null` if it needs no explanation. */
  readonly meaning: string | null
  /** True if the cost grows with the size of the table. */
  readonly isCostly: boolean
}

/** Plan of a measured statement. */
export interface Plan {
  readonly statement: string
  readonly steps: readonly PlanStep[]
  /** A declaration that would avoid the costly steps; `null` if none is known. */
  readonly suggestion: { readonly file: string; readonly line: string } | null
}

/**
 * Returns SQLite's plan for a statement, without running it. Only measured statements are accepted.
 * @throws HttpError `not_found`, even for a measured statement that was stored incomplete because of its length
 */
export async function explain(c: RequestContext, statement: string): Promise<Plan> {
  const known = `SELECT 1 FROM "database_statistics" WHERE "statement" = ?1 LIMIT 1`
  const isMeasured = (await c.env.DB.prepare(known).bind(statement).first()) !== null
  if (!isMeasured || statement.length >= MAX_STATEMENT) {
    throw new HttpError('not_found', t('No such statement was measured, or it is too long to be stored completely.'))
  }
  const values = Array.from({ length: countParameters(statement) }, () => null)
  const { results } = await c.env.DB.prepare(`EXPLAIN QUERY PLAN ${statement}`)
    .bind(...values)
    .all<Row>()
  const steps = stepsOf(results)
  return { statement, steps, suggestion: suggestIndex(manifestOf(c).collections, statement, steps) }
}

/** Counts the parameters of a statement: D1 needs a value for each, although the plan does not depend on the values. */
function countParameters(statement: string): number {
  const [numbered, bare] = [/\?(\d+)/g, /\?(?!\d)/g].map((pattern) => [...unquoted(statement).matchAll(pattern)])
  return Math.max(bare?.length ?? 0, ...(numbered ?? []).map(([, number]) => Number(number)))
}

function unquoted(statement: string): string {
  return statement.replaceAll(/'(?:[^']|'')*'/g, "''")
}

interface Row {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

function stepsOf(rows: readonly Row[]): PlanStep[] {
  const depths = new Map<number, number>()
  return rows.map(({ id, parent, detail }) => {
    const depth = depths.has(parent) ? (depths.get(parent) ?? 0) + 1 : 0
    depths.set(id, depth)
    return { depth, detail, ...meaningOf(detail) }
  })
}

/** Returns the meaning of a line of a plan, if the line is about cost (https://www.sqlite.org/eqp.html). */
function meaningOf(detail: string): Pick<PlanStep, 'meaning' | 'isCostly'> {
  const [, scanned, index] = /^SCAN (\S+)(?: .*?USING (?:COVERING )?INDEX (\S+))?/.exec(detail) ?? []
  if (scanned !== undefined && /^(?:json_each|json_tree|CONSTANT|\(|pragma_)/.test(scanned)) return cheap(null)
  if (scanned !== undefined && / VIRTUAL TABLE /.test(detail)) return cheap(t('Searches the full-text index.'))
  if (scanned !== undefined && index !== undefined)
    return costly(t('Reads the index {index} until there are enough rows.', { index }))
  if (scanned !== undefined) return costly(t('Reads every row of {table}.', { table: scanned }))
  if (detail.startsWith('SEARCH')) return cheap(t('Finds the rows with an index.'))
  const [, purpose] = /^USE TEMP B-TREE FOR (.+)$/.exec(detail) ?? []
  if (purpose !== undefined) return costly(t('Collects all rows that were found and sorts them.'))
  return cheap(null)
}

function cheap(meaning: string | null): Pick<PlanStep, 'meaning' | 'isCostly'> {
  return { meaning, isCostly: false }
}

function costly(meaning: string): Pick<PlanStep, 'meaning' | 'isCostly'> {
  return { meaning, isCostly: true }
}

/**
 * Returns the declaration of a compound index for a statement that finds rows by equality and then sorts them; `null`
 * for other statements, and if the index is already declared.
 */
function suggestIndex(
  collections: readonly ManifestCollection[],
  statement: string,
  steps: readonly PlanStep[],
): Plan['suggestion'] {
  if (!steps.some(({ detail }) => /^USE TEMP B-TREE FOR (?:LAST TERM|.*ORDER BY)/.test(detail))) return null
  const search = steps.map(({ detail }) => /^SEARCH "?(\w+)"? USING .*?\((.+)\)$/.exec(detail)).find(Boolean)
  const order = [...statement.matchAll(/ORDER BY ([\w"[\], ]+?)(?: LIMIT|$)/g)].at(-1)?.[1]
  const collection = collections.find(({ table }) => table === search?.[1])
  if (!search || !order || !collection) return null
  const found = (search[2] ?? '').split(' AND ').map((part) => /^"?(\w+)"?=\?$/.exec(part)?.[1])
  const sorted = order.split(',').map((part) => /^["[]?(\w+)["\]]?( DESC)?$/.exec(part.trim()))
  const equal = found.map((column) => propertyOf(collection, column))
  const rest = sorted.map((part) => {
    const property = propertyOf(collection, part?.[1])
    return property && `${part?.[2] ? '-' : ''}${property}`
  })
  const index = [...equal, ...rest.filter((property) => property !== 'id' && property !== '-id')]
  if (index.length < 2 || index.some((property) => property === null)) return null
  const entry = `[${index.map((property) => `'${property}'`).join(', ')}]`
  const declared = collection.indexes.map((each) => `[${each.map((name) => `'${name}'`).join(', ')}]`)
  if (declared.includes(entry)) return null
  return { file: collection.source, line: `indexes: [${[...declared, entry].join(', ')}],` }
}

const SYSTEM: Readonly<Record<string, string>> = {
  id: 'id',
  status: 'status',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  published_at: 'publishedAt',
  created_by: 'createdBy',
  updated_by: 'updatedBy',
}

function propertyOf({ fields }: ManifestCollection, column: string | undefined): string | null {
  if (column === undefined) return null
  return SYSTEM[column] ?? fields.find((field) => field.column === column)?.name ?? null
}
