import { and, eq, exists, gt, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { coreTables, type Decision, type Filled, type ManifestCollection } from '../runtime/kit.ts'
import { type ContentLocale, hiddenTotal, isShown } from './content-locale.ts'

const { content, contentCounts } = coreTables

/** The documents that a list over all collections may contain. */
export interface ContentScope {
  /** Collections of which the caller may read some documents, with the decision of the access rule. */
  readonly readable: readonly { readonly collection: ManifestCollection; readonly decision: Decision }[]
  /**
   * Number of collections in the database; infinite if the database's schema is not the program's, since the database
   * may then have more collections.
   */
  readonly total: number
  /** Name of the single requested collection; `undefined` for all. */
  readonly collection: string | undefined
  /** Prefix of titles; A to Z match in either case. */
  readonly prefix: string | undefined
  /** Current status: a scheduled document that is due counts as published. `any`: every status. */
  readonly status: 'any' | 'draft' | 'scheduled' | 'published'
  /** Locale in which documents must be published, for readers; `null`: no restriction. */
  readonly shownIn: ContentLocale | null
  /** Current time in milliseconds since the epoch. */
  readonly now: number
}

/**
 * Returns disjoint conditions that together select the scope. A list of all published documents in order of creation
 * has two conditions, each with an index without drafts: one for documents with the status `published`, one for
 * scheduled documents that are due. In any other order, the list is read from the index of the order, skipping rows
 * outside the scope.
 */
export function branchesOf(scope: ContentScope, byCreation: boolean): readonly (SQL | undefined)[] {
  const common = and(inCollections(scope), hasPrefix(scope), isShown(scope.shownIn))
  const isByStatus = byCreation && scope.collection === undefined && scope.prefix === undefined
  const statuses = isByStatus ? statusesOf(scope) : [passingOver(scope)]
  return statuses.map((status) => and(common, status))
}

function statusesOf({ status, now }: ContentScope): readonly (SQL | undefined)[] {
  const scheduled = eq(content.status, 'scheduled')
  switch (status) {
    case 'any':
      return [undefined]
    case 'draft':
      return [eq(content.status, 'draft')]
    case 'scheduled':
      return [and(scheduled, gt(content.scheduledAt, now))]
    case 'published':
      return [eq(content.status, 'published'), and(scheduled, lte(content.scheduledAt, now))]
  }
}

/**
 * Returns a condition that skips rows by status. The plus signs prevent SQLite from using an index on the status
 * instead of the index for the sort order.
 */
function passingOver({ status, now }: ContentScope): SQL | undefined {
  const published = sql`+${content.status} = 'published'`
  const scheduled = sql`+${content.status} = 'scheduled'`
  switch (status) {
    case 'any':
      return undefined
    case 'draft':
      return sql`+${content.status} = 'draft'`
    case 'scheduled':
      return sql`${scheduled} AND +${content.scheduledAt} > ${now}`
    case 'published':
      return sql`(${published} OR (${scheduled} AND +${content.scheduledAt} <= ${now}))`
  }
}

/** The largest character, which ends the range of a prefix. */
const LAST = '\u{10FFFF}'

/** Returns a condition for titles with a prefix, as a range, so that an index on titles can be used. */
function hasPrefix({ prefix }: ContentScope): SQL | undefined {
  if (prefix === undefined) return undefined
  const title = sql`${content.title} COLLATE NOCASE`
  return and(sql`${title} >= ${prefix}`, sql`${title} < ${prefix + LAST}`)
}

function inCollections({ readable, total, collection, now }: ContentScope): SQL | undefined {
  const selected = readable.filter((entry) => collection === undefined || entry.collection.name === collection)
  const [only] = selected
  if (collection !== undefined && only) return and(eq(content.collectionId, collection), ...conditionOf(only, now))
  const whole = selected.filter(({ decision }) => decision === true).map((entry) => entry.collection.name)
  if (whole.length === total) return undefined
  // One parameter, because D1 allows a hundred. The plus prevents SQLite from using an index on this column instead of
  // the index for the sort order.
  const inWhole = sql`+${content.collectionId} IN (SELECT value FROM json_each(${JSON.stringify(whole)}))`
  const partly = selected.filter(({ decision }) => decision !== true)
  return or(
    inWhole,
    ...partly.map((entry) => and(sql`+${content.collectionId} = ${entry.collection.name}`, ...conditionOf(entry, now))),
  )
}

function conditionOf({ collection, decision }: ContentScope['readable'][number], now: number): SQL[] {
  return typeof decision === 'boolean' ? [] : [meetsOne(collection, decision, now)]
}

/**
 * Returns SQL that counts the rows of the scope. If there is no prefix and no access rule depends on documents, it sums
 * the counts that triggers maintain, and corrects them for documents that are due or not published in the locale.
 */
export function totalOf(scope: ContentScope): SQL<number> {
  const { readable, collection, prefix, status, now } = scope
  const selected = readable.filter((entry) => collection === undefined || entry.collection.name === collection)
  if (prefix !== undefined || selected.some(({ decision }) => decision !== true)) {
    const counts = branchesOf(scope, true).map(
      (where) => sql`(SELECT count(*) FROM ${content} WHERE ${where ?? sql`1`})`,
    )
    return sql`${sql.join(counts, sql` + `)}`
  }
  const names = sql`(SELECT value FROM json_each(${JSON.stringify(selected.map((entry) => entry.collection.name))}))`
  const ofStatus = status === 'any' ? undefined : eq(contentCounts.status, status)
  const where = and(inArray(contentCounts.collectionId, names), ofStatus)
  const counted = sql`coalesce((SELECT sum(count) FROM ${contentCounts} WHERE ${where}), 0)`
  if (status === 'any' || status === 'draft') return sql`${counted}`
  const isDue = and(
    eq(content.status, 'scheduled'),
    lte(content.scheduledAt, now),
    sql`+${content.collectionId} IN ${names}`,
  )
  const due = sql`(SELECT count(*) FROM ${content} WHERE ${isDue})`
  if (status === 'scheduled') return sql`${counted} - ${due}`
  const hidden = hiddenTotal(
    scope.shownIn,
    selected.map((entry) => entry.collection.name),
    now,
  )
  return sql`${counted} + ${due} - ${hidden}`
}

/** Returns a condition that a document, in its own table, meets one of the conditions of a rule. */
function meetsOne(collection: ManifestCollection, conditions: readonly Filled[], now: number): SQL {
  const table = sql.identifier(collection.table)
  const some = or(...conditions.map((condition) => meets(collection, condition, now)))
  return exists(sql`(SELECT 1 FROM ${table} WHERE ${table}."id" = ${content.id} AND ${some ?? sql`1`})`)
}

function meets(collection: ManifestCollection, condition: Filled, now: number): SQL | undefined {
  return and(
    ...Object.entries(condition).map(([property, value]) => {
      if (collection.drafts && property === 'status') return hasStatus(collection, value, now)
      if (collection.drafts && property === 'publishedAt') {
        const isDue = sql`(${statusNow(collection, now)}) <> 'scheduled'`
        const isHeld = equals(collection, property, value)
        return value === null ? or(isHeld, not(isDue)) : and(isHeld, isDue)
      }
      return equals(collection, property, value)
    }),
  )
}

function hasStatus(collection: ManifestCollection, value: Filled[string], now: number): SQL {
  return sql`(${statusNow(collection, now)}) = ${stored(value ?? '', false)}`
}

/** Returns SQL of the current status. A document that is due still has `scheduled` in the table. */
function statusNow({ table }: ManifestCollection, now: number): SQL {
  const [status, scheduledAt] = [sql.raw(`"${table}"."status"`), sql.raw(`"${table}"."scheduled_at"`)]
  return sql`CASE WHEN ${status} = 'scheduled' AND ${scheduledAt} <= ${now} THEN 'published' ELSE ${status} END`
}

function equals(collection: ManifestCollection, property: string, value: Filled[string]): SQL {
  const field = collection.fields.find(({ name }) => name === property)
  if (field?.join) {
    const join = sql.identifier(field.join)
    const owner = sql`${sql.identifier(collection.table)}."id"`
    return exists(sql`(SELECT 1 FROM ${join} WHERE ${join}."owner_id" = ${owner} AND ${join}."target_id" = ${value})`)
  }
  // The collection's statements contain the column of each property.
  const expression = collection.statements.columns[property]
  const column = sql.raw(expression === undefined ? 'NULL' : `"${collection.table}".${expression}`)
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
