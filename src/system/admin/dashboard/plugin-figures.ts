import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import type { Rate } from './stats-object.ts'

/** Columns that the dashboard reads from tables of optional plugins. */
const mediaFiles = sqliteTable('media_files', { size: integer('size').notNull() })
const cacheStatistics = sqliteTable('cache_statistics', {
  namespace: text('namespace').primaryKey(),
  memoryHits: integer('memory_hits').notNull(),
  kvHits: integer('kv_hits').notNull(),
  dbHits: integer('db_hits').notNull(),
  stale: integer('stale').notNull(),
})

/**
 * Returns a query for the number of files in the media library and their bytes; `bytes` is `null` if there is no
 * library.
 */
export function storageQuery(c: RequestContext) {
  const bytes = sql<number | null>`coalesce(sum(${mediaFiles.size}), 0)`
  const db = c.get('db')
  return hasTable(c, 'media_files')
    ? db.select({ files: sql<number>`count(*)`, bytes }).from(mediaFiles)
    : db.select({ files: sql<number>`0`, bytes: sql<number | null>`NULL` }).from(nothing)
}

/** Returns a query for the number of hits and of all requests to the cache; both are `null` if there is no cache. */
export function cacheQuery(c: RequestContext) {
  const { memoryHits, kvHits, dbHits, stale } = cacheStatistics
  const db = c.get('db')
  if (!hasTable(c, 'cache_statistics')) {
    return db.select({ hits: sql<number | null>`NULL`, total: sql<number | null>`NULL` }).from(nothing)
  }
  return db
    .select({
      hits: sql<number | null>`coalesce(sum(${memoryHits} + ${kvHits}), 0)`,
      total: sql<number | null>`coalesce(sum(${memoryHits} + ${kvHits} + ${dbHits} + ${stale}), 0)`,
    })
    .from(cacheStatistics)
}

export function rateOf(sums: { hits: number | null; total: number | null } | undefined): Rate | null {
  if (sums === undefined || sums.hits === null || sums.total === null) return null
  return { totalRequests: sums.total, hitRate: sums.total === 0 ? 0 : (sums.hits / sums.total) * 100 }
}

/** SQL of a table with one row and no relevant columns. */
const nothing = sql`(SELECT 1)`

function hasTable(c: RequestContext, name: string): boolean {
  return manifestOf(c).tables.includes(name)
}
