import { and, eq, exists, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { coreTables, type Decision, type Filled, type ManifestCollection } from '../runtime/kit.ts'

const { content } = coreTables

/** What a list over all collections looks at. */
export interface ContentScope {
  /** Collections of which the caller may read something, with what. */
  readonly readable: readonly { readonly collection: ManifestCollection; readonly decision: Decision }[]
  /** How many collections there are. */
  readonly total: number
  /** The one collection asked for. */
  readonly collection: string | undefined
  /** `any`: whatever its status; `none`: a status that the caller may not see. */
  readonly status: 'any' | 'draft' | 'scheduled' | 'published' | 'none'
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Rows of `content` in the scope. A document whose time has come counts as published. */
export function inScope({ readable, total, collection, status, now }: ContentScope): SQL | undefined {
  return and(inCollections(readable, total, collection), ofStatus(status, now))
}

function ofStatus(status: ContentScope['status'], now: number): SQL | undefined {
  const due = and(eq(content.status, 'scheduled'), lte(content.scheduledAt, now))
  switch (status) {
    case 'any':
      return undefined
    case 'published':
      return or(eq(content.status, 'published'), due)
    case 'scheduled':
      return and(eq(content.status, 'scheduled'), gt(content.scheduledAt, now))
    case 'draft':
      return eq(content.status, 'draft')
    case 'none':
      return sql`0`
  }
}

function inCollections(
  readable: ContentScope['readable'],
  total: number,
  collection: string | undefined,
): SQL | undefined {
  const asked = readable.filter((entry) => collection === undefined || entry.collection.name === collection)
  const whole = asked.filter(({ decision }) => decision === true).map((entry) => entry.collection.name)
  if (whole.length === total) return undefined
  const parts = asked.flatMap(({ collection, decision }) =>
    typeof decision === 'boolean'
      ? []
      : [and(eq(content.collectionId, collection.name), meetsOne(collection, decision))],
  )
  if (whole.length > 0) parts.unshift(oneOf(whole))
  return parts.length === 0 ? sql`0` : or(...parts)
}

/** One name compares; several go in as one parameter, because D1 takes a hundred. */
function oneOf(names: readonly string[]): SQL {
  const [only] = names
  if (names.length === 1 && only !== undefined) return eq(content.collectionId, only)
  return inArray(content.collectionId, sql`(SELECT value FROM json_each(${JSON.stringify(names)}))`)
}

/** A document in its own table meets one of the conditions of a rule. */
function meetsOne(collection: ManifestCollection, conditions: readonly Filled[]): SQL {
  const table = sql.identifier(collection.table)
  const some = or(...conditions.map((condition) => meets(collection, condition)))
  return exists(sql`(SELECT 1 FROM ${table} WHERE ${table}."id" = ${content.id} AND ${some ?? sql`1`})`)
}

function meets(collection: ManifestCollection, condition: Filled): SQL | undefined {
  return and(...Object.entries(condition).map(([property, value]) => equals(collection, property, value)))
}

function equals(collection: ManifestCollection, property: string, value: Filled[string]): SQL {
  const field = collection.fields.find(({ name }) => name === property)
  if (field?.join) {
    const join = sql.identifier(field.join)
    const owner = sql`${sql.identifier(collection.table)}."id"`
    return exists(sql`(SELECT 1 FROM ${join} WHERE "owner_id" = ${owner} AND "target_id" = ${value})`)
  }
  // The compiler wrote the column of each property into the manifest.
  const column = sql.raw(collection.statements.columns[property] ?? 'NULL')
  if (value === null) return isNull(column)
  return sql`${column} = ${stored(value, isTime(property, field?.storage))}`
}

function isTime(property: string, storage: string | undefined): boolean {
  return storage === 'datetime' || ['createdAt', 'updatedAt', 'publishedAt'].includes(property)
}

function stored(value: string | number | boolean, isTime: boolean): string | number {
  if (typeof value === 'boolean') return Number(value)
  return isTime && typeof value === 'string' ? Date.parse(value) : value
}
