import { type SQL, sql } from 'drizzle-orm'
import { columnsIn } from '../manifest/localized.ts'
import {
  coreTables,
  type Locale,
  literal,
  localeOf,
  type ManifestCollection,
  type RequestContext,
  storedManifestOf,
} from '../runtime/kit.ts'

const { content } = coreTables

/** The collections of a request that are in several languages, as they are stored, and the locale that it asks for. */
export interface ContentLocale {
  readonly locale: Locale
  readonly localized: readonly ManifestCollection[]
}

/**
 * Reads the locale of a request, beside the collections that have several.
 * @returns `null` where the content is in one language
 * @throws HttpError `invalid_query`
 */
export function contentLocaleOf(c: RequestContext, names: readonly string[]): ContentLocale | null {
  const { locales, collections } = storedManifestOf(c)
  const locale = localeOf(c, locales)
  const localized = collections.filter((collection) => collection.locales && names.includes(collection.name))
  return locale && { locale, localized }
}

/** The value of the title or the slug that the locale shows; that of the default locale stands in the index. */
export function shownInLocale(place: ContentLocale | null, part: 'title' | 'slug'): SQL<string | null> {
  const cases = (place?.locale.chain.length ? place.localized : []).flatMap((collection) => {
    const name = part === 'title' ? collection.titleField : collection.slugField
    const column = place && columnsIn(collection, place.locale.chain)[name ?? '']
    if (!column || place.locale.name === collection.locales?.default) return []
    const table = sql.identifier(collection.table)
    return [
      sql`WHEN ${sql.raw(literal(collection.name))} THEN (SELECT ${sql.raw(column)} FROM ${table} WHERE ${table}."id" = ${content.id})`,
    ]
  })
  if (cases.length === 0) return sql`${content[part]}`
  return sql`CASE ${content.collectionId} ${sql.join(cases, sql` `)} ELSE ${content[part]} END`
}

/** Holds for documents that readers find in the locale; `undefined`: for all. */
export function isShown(place: ContentLocale | null): SQL | undefined {
  const cases = (place?.localized ?? []).map(({ name, table }) => {
    const hidden = sql`SELECT 1 FROM ${sql.identifier(table)} WHERE "id" = ${content.id} AND ${isHidden(place)}`
    return sql`WHEN ${sql.raw(literal(name))} THEN NOT EXISTS (${hidden})`
  })
  return cases.length === 0 ? undefined : sql`CASE ${content.collectionId} ${sql.join(cases, sql` `)} ELSE 1 END`
}

/** Number of documents that are public and not shown in the locale, which an index of each collection holds. */
export function hiddenTotal(place: ContentLocale | null, names: readonly string[], now: number): SQL {
  const counts = (place?.localized ?? [])
    .filter(({ name }) => names.includes(name))
    .map(({ table }) => {
      const isPublic = sql`("status" = 'published' OR ("status" = 'scheduled' AND "scheduled_at" <= ${sql.raw(literal(now))}))`
      return sql`(SELECT count(*) FROM ${sql.identifier(table)} WHERE ${isHidden(place)} AND ${isPublic})`
    })
  return sumOf(counts)
}

/** Without a parameter, since D1 takes a hundred, and a project may have more collections. */
function isHidden(place: ContentLocale | null): SQL {
  const { name = '', isAll = false } = place?.locale ?? {}
  const isOut = isAll
    ? sql`"published_locales" = '[]'`
    : sql.raw(`instr("published_locales", ${literal(JSON.stringify(name))}) = 0`)
  return sql`"published_locales" IS NOT NULL AND ${isOut}`
}

/** Added up in halves: SQLite reads expressions a hundred deep, and a project may have more collections. */
function sumOf(terms: readonly SQL[]): SQL {
  const [first = sql`0`] = terms
  const middle = Math.ceil(terms.length / 2)
  return terms.length < 2 ? first : sql`(${sumOf(terms.slice(0, middle))} + ${sumOf(terms.slice(middle))})`
}
