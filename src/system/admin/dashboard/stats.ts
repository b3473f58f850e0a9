import { desc, eq, sql } from 'drizzle-orm'
import {
  auditLog,
  callApi,
  coreTables,
  decisionFor,
  isFieldShown,
  manifestOf,
  prepared,
  type RequestContext,
} from '../../../runtime/kit.ts'
import { type DayCount, spanOf } from './over-time.ts'
import { cacheQuery, rateOf, storageQuery } from './plugin-figures.ts'
import type { Activity, RecentItem, Stats } from './stats-object.ts'

const { content, contentCounts, users } = coreTables

const SHOWN = 8
/** Number of rows that are read, some of which the caller may not see. */
const ASKED = 24

const item = {
  id: content.id,
  collection: content.collectionId,
  title: content.title,
  status: content.status,
  updatedAt: content.updatedAt,
  scheduledAt: content.scheduledAt,
}

const day = sql<number>`CAST(${content.createdAt} / 86400000 AS INTEGER)`

const statements = prepared(
  (db) =>
    [
      db.select().from(contentCounts),
      db.select({ count: sql<number>`count(*)` }).from(users),
      db.select(item).from(content).orderBy(desc(content.updatedAt)).limit(ASKED),
      db.select(item).from(content).where(eq(content.status, 'scheduled')).orderBy(content.scheduledAt).limit(ASKED),
      db
        .select({
          id: auditLog.id,
          at: auditLog.at,
          actor: auditLog.actorEmail,
          action: auditLog.action,
          collection: auditLog.collection,
          documentId: auditLog.documentId,
        })
        .from(auditLog)
        .orderBy(desc(auditLog.id))
        .limit(SHOWN),
    ] as const,
)

type Results = readonly [
  (typeof contentCounts.$inferSelect)[],
  { count: number }[],
  RecentItem[],
  RecentItem[],
  Activity[],
  DayCount[],
  { files: number; bytes: number | null }[],
  { hits: number | null; total: number | null }[],
]

/**
 * Reads the figures of the statistics page: in one round trip, except for collections of which the caller may read only
 * some documents.
 * @param days number of days in the chart, including today
 */
export async function readStats(c: RequestContext, days: number): Promise<Stats> {
  const db = c.get('db')
  const span = spanOf(Date.now(), days)
  const made = db
    .select({
      day: day.as('day'),
      collection: content.collectionId,
      status: content.status,
      count: sql<number>`count(*)`,
    })
    .from(content)
    .where(sql`${content.createdAt} >= ${span.from}`)
    .groupBy(sql`1, 2, 3`)
  const [counts, [people], recent, scheduled, activity, perDay, [media], [cached]] = (await db.batch([
    ...statements(db),
    made,
    storageQuery(c),
    cacheQuery(c),
  ] as never)) as unknown as Results // `batch` does not know the types of prepared statements
  const { collections } = manifestOf(c)
  const readable = collections.filter(({ access }) => decisionFor(c, access.read) !== false)
  const whole = new Set(readable.filter(({ access }) => decisionFor(c, access.read) === true).map(({ name }) => name))
  const countOf = (collection: string, status: string) =>
    counts.find((row) => row.collectionId === collection && row.status === status)?.count ?? 0
  const seen = (items: readonly RecentItem[]) =>
    items
      .filter(({ collection }) => whole.has(collection))
      .slice(0, SHOWN)
      .map((item) => titled(c, item))
  return {
    collections: await Promise.all(
      readable.map(async ({ name, label }) => ({
        name,
        label,
        ...(whole.has(name)
          ? {
              published: countOf(name, 'published'),
              draft: countOf(name, 'draft'),
              scheduled: countOf(name, 'scheduled'),
            }
          : await countReadable(c, name)),
      })),
    ),
    users: people?.count ?? 0,
    overTime: span.fill(perDay.filter(({ collection }) => whole.has(collection))),
    recent: seen(recent),
    scheduled: seen(scheduled),
    activity: c.get('user')?.role === 'admin' ? activity : null,
    storage: media === undefined || media.bytes === null ? null : { files: media.files, bytes: media.bytes },
    cache: rateOf(cached),
  }
}

/** Counts the documents of a collection that the caller may read, by status. */
async function countReadable(c: RequestContext, collection: string) {
  const count = async (status: string) => {
    const query = new URLSearchParams({ collection, status, limit: '1' })
    const { ok, body } = await callApi(c, `/api/content?${query}`)
    return ok ? (body.pagination.total as number) : 0 // as the API documents it
  }
  const [published, draft, scheduled] = await Promise.all([count('published'), count('draft'), count('scheduled')])
  return { published, draft, scheduled }
}

/** Removes the title if the caller may not see the field that it comes from. */
function titled(c: RequestContext, item: RecentItem): RecentItem {
  const collection = manifestOf(c).collections.find(({ name }) => name === item.collection)
  const field = collection?.fields.find(({ name }) => name === collection.titleField)
  return field && isFieldShown(c, field) ? item : { ...item, title: null }
}
