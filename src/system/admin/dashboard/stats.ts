import { desc, eq, sql } from 'drizzle-orm'
import { coreTables, manifestOf, prepared, type RequestContext } from '../../../runtime/kit.ts'

const { content, contentCounts, users } = coreTables

/** Documents of a collection by status. */
export interface CollectionStats {
  readonly name: string
  readonly label: string
  readonly published: number
  readonly draft: number
  readonly scheduled: number
}

/** A document as the index over all content knows it. */
export interface RecentItem {
  readonly id: string
  readonly collection: string
  readonly title: string | null
  readonly status: string
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
  readonly scheduledAt: number | null
}

export interface Stats {
  readonly collections: readonly CollectionStats[]
  readonly users: number
  /** What was changed last, newest first, at most eight. */
  readonly recent: readonly RecentItem[]
  /** What is published next, soonest first, at most eight. */
  readonly scheduled: readonly RecentItem[]
}

const SHOWN = 8

const item = {
  id: content.id,
  collection: content.collectionId,
  title: content.title,
  status: content.status,
  updatedAt: content.updatedAt,
  scheduledAt: content.scheduledAt,
}

const statements = prepared(
  (db) =>
    [
      db.select().from(contentCounts),
      db.select({ count: sql<number>`count(*)` }).from(users),
      db.select(item).from(content).orderBy(desc(content.updatedAt)).limit(SHOWN),
      db.select(item).from(content).where(eq(content.status, 'scheduled')).orderBy(content.scheduledAt).limit(SHOWN),
    ] as const,
)

/** What the dashboard tells, in one round trip. */
export async function readStats(c: RequestContext): Promise<Stats> {
  const [counts, [people], recent, scheduled] = (await c
    .get('db')
    .batch([...statements(c.get('db'))] as never)) as unknown as [
    (typeof contentCounts.$inferSelect)[],
    { count: number }[],
    RecentItem[],
    RecentItem[],
  ] // drizzle's own tuple, lost by the preparation
  const countOf = (collection: string, status: string) =>
    counts.find((row) => row.collectionId === collection && row.status === status)?.count ?? 0
  return {
    collections: manifestOf(c).collections.map(({ name, label }) => ({
      name,
      label,
      published: countOf(name, 'published'),
      draft: countOf(name, 'draft'),
      scheduled: countOf(name, 'scheduled'),
    })),
    users: people?.count ?? 0,
    recent,
    scheduled,
  }
}
