import { and, eq, exists, gt, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { coreTables, type Decision, type Filled, type ManifestCollection } from '../runtime/kit.ts'

const { content, contentCounts } = coreTables

/** Query of a list over all collections. */
export interface ContentScope {
  /** Collections of which the caller may read something, with what. */
  readonly readable: readonly { readonly collection: ManifestCollection; readonly decision: Decision }[]
  /** Number of collections that the database may hold documents of; more than the program has while migrations are pending. */
  readonly total: number
  /** The one collection asked for. */
  readonly collection: string | undefined
  /** Beginning of titles, small and capital letters from a to z being the same. */
  readonly prefix: string | undefined
  /** By status as it is now: a document whose time has come is published. `any`: whatever its status. */
  readonly status: 'any' | 'draft' | 'scheduled' | 'published'
  /** The caller is not signed in: what is not shown in the default locale does not exist. */
  readonly isAnonymous: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Conditions whose rows together make the scope, disjoint. In the order of creation, over all collections, what is public
 * is read by status, from an index that holds no drafts in between: what was published, and what was scheduled and is
 * due. Every other order is read from its own index, passing over what is not in the scope.
 */
export function branchesOf(scope: ContentScope, byCreation: boolean): readonly (SQL | undefined)[] {
  const common = and(inCollections(scope), hasPrefix(scope), isShown(scope))
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

/** The plus signs keep SQLite from giving up the order for an index on the status. */
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

/** The last character that there is: no title goes on beyond it. */
const LAST = '\u{10FFFF}'

/** One case for each collection, since an expression of D1's has a depth of 100 at most. */
function isShown(scope: ContentScope): SQL | undefined {
  const restricting = restrictingIn(scope)
  if (restricting.length === 0) return undefined
  const cases = restricting.map((collection) => {
    const table = sql.identifier(collection.table)
    const hidden = sql`SELECT 1 FROM ${table} WHERE ${table}."id" = ${content.id} AND ${isHidden(collection)}`
    return sql`WHEN ${sql.raw(`'${collection.name}'`)} THEN NOT EXISTS (${hidden})`
  })
  return sql`CASE ${content.collectionId} ${sql.join(cases, sql` `)} ELSE 1 END`
}

/** Collections of the scope whose documents may be hidden in the default locale. */
function restrictingIn({ readable, collection: asked, isAnonymous }: ContentScope): ManifestCollection[] {
  if (!isAnonymous) return []
  const collections = readable.map(({ collection }) => collection)
  return collections.filter(({ name, locales }) => locales !== undefined && (asked === undefined || asked === name))
}

/** Condition of a table's rows that are not shown in the default locale: they have an index of their own. */
function isHidden({ table, locales, statements }: ManifestCollection): SQL {
  const shownIn = sql.raw(`"${table}".${statements.columns.publishedLocales ?? 'NULL'}`)
  return sql`${shownIn} IS NOT NULL AND instr(${shownIn}, ${sql.raw(`'"${locales?.default ?? ''}"'`)}) = 0`
}

/** Titles that begin with a text: a range of the indexes by title. */
function hasPrefix({ prefix }: ContentScope): SQL | undefined {
  if (prefix === undefined) return undefined
  const title = sql`${content.title} COLLATE NOCASE`
  return and(sql`${title} >= ${prefix}`, sql`${title} < ${prefix + LAST}`)
}

function inCollections({ readable, total, collection, now }: ContentScope): SQL | undefined {
  const asked = readable.filter((entry) => collection === undefined || entry.collection.name === collection)
  const [only] = asked
  if (collection !== undefined && only) return and(eq(content.collectionId, collection), ...conditionOf(only, now))
  const whole = asked.filter(({ decision }) => decision === true).map((entry) => entry.collection.name)
  if (whole.length === total) return undefined
  // One parameter, because D1 takes a hundred. The plus keeps SQLite from giving up the order for an index on this.
  const inWhole = sql`+${content.collectionId} IN (SELECT value FROM json_each(${JSON.stringify(whole)}))`
  const partly = asked.filter(({ decision }) => decision !== true)
  return or(
    inWhole,
    ...partly.map((entry) => and(sql`+${content.collectionId} = ${entry.collection.name}`, ...conditionOf(entry, now))),
  )
}

function conditionOf({ collection, decision }: ContentScope['readable'][number], now: number): SQL[] {
  return typeof decision === 'boolean' ? [] : [meetsOne(collection, decision, now)]
}

/**
 * Counts the rows of the scope. Where neither a rule nor the search looks at documents, triggers have counted them already, and only what is
 * due has to be looked at.
 */
export function totalOf(scope: ContentScope): SQL<number> {
  const { readable, collection, prefix, status, now } = scope
  const asked = readable.filter((entry) => collection === undefined || entry.collection.name === collection)
  if (prefix !== undefined || asked.some(({ decision }) => decision !== true)) {
    const counts = branchesOf(scope, true).map(
      (where) => sql`(SELECT count(*) FROM ${content} WHERE ${where ?? sql`1`})`,
    )
    return sql`${sql.join(counts, sql` + `)}`
  }
  const names = sql`(SELECT value FROM json_each(${JSON.stringify(asked.map((entry) => entry.collection.name))}))`
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
  const hidden = restrictingIn(scope).map((one) => {
    return sql`(SELECT count(*) FROM ${sql.identifier(one.table)} WHERE ${isHidden(one)} AND ${isPublished(one, now)})`
  })
  return hidden.length === 0 ? sql`${counted} + ${due}` : sql`${counted} + ${due} - (${sum(hidden)})`
}

/** As shallow as it can be: an expression of D1's has a depth of 100 at most. */
function sum(terms: readonly SQL[]): SQL {
  const half = Math.ceil(terms.length / 2)
  if (half >= terms.length) return sql.join([...terms], sql` + `)
  return sql`(${sum(terms.slice(0, half))}) + (${sum(terms.slice(half))})`
}

function isPublished(collection: ManifestCollection, now: number): SQL {
  return sql`(${statusNow(collection, now)}) = 'published'`
}

/** A document in its own table meets one of the conditions of a rule. */
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

/** The table says `scheduled` of what is due, and holds its time in `published_at` before it is. */
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
  // The column of each property is among the collection's statements.
  const own = collection.statements.columns[property]
  const column = sql.raw(own === undefined ? 'NULL' : `"${collection.table}".${own}`)
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
