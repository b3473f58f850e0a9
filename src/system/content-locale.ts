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

/** Locale of a request, and those of the requested collections that are localized in the database. */
export interface ContentLocale {
  readonly locale: Locale
  readonly localized: readonly ManifestCollection[]
}

/**
 * Returns the locale of a request, and which of the named collections are localized.
 * @returns `null` if the content is in one language
 * @throws HttpError `invalid_query`
 */
export function contentLocaleOf(c: RequestContext, names: readonly string[]): ContentLocale | null {
  const { locales, collections } = storedManifestOf(c)
  const locale = localeOf(c, locales)
  const localized = collections.filter((collection) => collection.locales && names.includes(collection.name))
  return locale && { locale, localized }
}

/**
 * Returns SQL for the title or the slug of a document in the locale. The content index contains only those in the
 * default locale.
 */
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

/** Returns a condition for documents that are published in the locale; `undefined` if no collection is localized. */
export function isShown(place: ContentLocale | null): SQL | undefined {
  const cases = (place?.localized ?? []).map(({ name, table }) => {
    const hidden = sql`SELECT 1 FROM ${sql.identifier(table)} WHERE "id" = ${content.id} AND ${isHidden(place)}`
    return sql`WHEN ${sql.raw(literal(name))} THEN NOT EXISTS (${hidden})`
  })
  return cases.length === 0 ? undefined : sql`CASE ${content.collectionId} ${sql.join(cases, sql` `)} ELSE 1 END`
}

/**
 * Returns SQL that counts the public documents that are not published in the locale, using an index of each collection.
 */
export function hiddenTotal(place: ContentLocale | null, names: readonly string[], now: number): SQL {
  const counts = (place?.localized ?? [])
    .filter(({ name }) => names.includes(name))
    .map(({ table }) => {
      const isPublic = sql`("status" = 'published' OR ("status" = 'scheduled' AND "scheduled_at" <= ${sql.raw(literal(now))}))`
      return sql`(SELECT count(*) FROM ${sql.identifier(table)} WHERE ${isHidden(place)} AND ${isPublic})`
    })
  return sumOf(counts)
}

/**
 * Returns a condition for documents that are not published in the locale; with `locale=*`, in any locale. It has no
 * parameters, because D1 allows only a hundred, and a project may have more collections.
 */
function isHidden(place: ContentLocale | null): SQL {
  const { name = '', isAll = false } = place?.locale ?? {}
  const isOut = isAll
    ? sql`"published_locales" = '[]'`
    : sql.raw(`instr("published_locales", ${literal(JSON.stringify(name))}) = 0`)
  return sql`"published_locales" IS NOT NULL AND ${isOut}`
}

/**
 * Adds terms up pairwise, because D1 limits the depth of expressions to a hundred, and a project may have more
 * collections.
 */
function sumOf(terms: readonly SQL[]): SQL {
  const [first = sql`0`] = terms
  const middle = Math.ceil(terms.length / 2)
  return terms.length < 2 ? first : sql`(${sumOf(terms.slice(0, middle))} + ${sumOf(terms.slice(middle))})`
}
