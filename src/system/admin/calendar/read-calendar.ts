import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import { t } from '../../../messages/translate.ts'
import {
  coreTables,
  decisionFor,
  HttpError,
  hasPermission,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
} from '../../../runtime/kit.ts'
import { may } from '../content/collection-for.ts'
import { type IndexRow, readableItems } from '../content/readable-items.ts'
import type { Calendar, CalendarItem, CalendarQuery, View } from './calendar-object.ts'
import { addDays, addMonths, beginningOf, dayIn, isZone, mondayOf, type Range } from './civil-days.ts'
import { readPlanned } from './read-planned.ts'

const { content, contentDrafts } = coreTables

/** Maximum number of documents of each status in a calendar. */
const MOST = 500

/** Cookie in which the admin's scripts store the browser's time zone. */
export const ZONE_COOKIE = 'zone'

/**
 * Reads what was or will be published in a month or a week: documents that the caller may read, of all collections with
 * drafts, and plugins' entries.
 * @throws HttpError `invalid_query` for an unknown time zone
 */
export async function readCalendar(
  c: RequestContext,
  { view, date, zone: requestedZone }: CalendarQuery,
): Promise<Calendar> {
  const now = Date.now()
  const zone = zoneOf(c, requestedZone)
  const today = dayIn(zone, now)
  const shown = date ?? today
  const { from, to } = spanOf(view, shown)
  const range = { from: beginningOf(from, zone), to: beginningOf(addDays(to, 1), zone) }
  const [{ items, isWhole }, planned] = await Promise.all([readItems(c, range, now), readPlanned(c, range)])
  return { view, zone, today, date: shown, from, to, items, planned, isWhole }
}

function zoneOf(c: RequestContext, requested: string | undefined): string {
  if (requested !== undefined && !isZone(requested)) {
    throw new HttpError('invalid_query', t('There is no time zone {name}.', { name: requested }))
  }
  const kept = requested ?? getCookie(c, ZONE_COOKIE) ?? 'UTC'
  return isZone(kept) ? kept : 'UTC'
}

/**
 * Returns the first and the last day of the weeks that contain the days of a month, or of the week that contains a day.
 */
function spanOf(view: View, day: string): { readonly from: string; readonly to: string } {
  if (view === 'week') return { from: mondayOf(day), to: addDays(mondayOf(day), 6) }
  const first = `${day.slice(0, 8)}01`
  return { from: mondayOf(first), to: addDays(mondayOf(addDays(addMonths(first, 1), -1)), 6) }
}

/** Reads documents by their publication time, earliest first. */
export async function readItems(
  c: RequestContext,
  { from, to }: Range,
  now: number,
): Promise<Pick<Calendar, 'items' | 'isWhole'>> {
  const collections = manifestOf(c).collections.filter(
    ({ drafts, access }) => drafts && decisionFor(c, access.read) !== false,
  )
  const names = collections.map(({ name }) => name)
  if (names.length === 0) return { items: [], isWhole: true }
  const columns = {
    id: content.id,
    collection: content.collectionId,
    title: content.title,
    status: content.status,
    at: sql<number>`${content.publishedAt}`,
  }
  const isOfThese = sql`+${content.collectionId} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`
  // For a scheduled document, `publishedAt` is the time at which it will be published.
  const inRange = and(gte(content.publishedAt, from), lt(content.publishedAt, to), isOfThese)
  const ofStatus = (status: string) =>
    c.var.db
      .select(columns)
      .from(content)
      .where(and(inRange, sql`+${content.status} = ${status}`))
      .orderBy(content.publishedAt)
      .limit(MOST + 1)
  const changes = c.var.db
    .select({ ...columns, status: sql<string>`'changes'`, at: sql<number>`${contentDrafts.scheduledAt}` })
    .from(contentDrafts)
    .innerJoin(content, eq(content.id, contentDrafts.documentId))
    .where(and(gte(contentDrafts.scheduledAt, from), lt(contentDrafts.scheduledAt, to), isOfThese))
    .orderBy(contentDrafts.scheduledAt)
    .limit(MOST + 1)
  const found = await c.var.db.batch([ofStatus('scheduled'), ofStatus('published'), changes])
  const rows = found.flatMap((some) => some.slice(0, MOST))
  const readable = await readableItems(c, rows)
  const items = readable.map((row) => itemOf(c, collections, row, now)).sort((a, b) => (a.at < b.at ? -1 : 1))
  return { items, isWhole: found.every(({ length }) => length <= MOST) }
}

interface Row extends IndexRow {
  readonly status: string
  readonly at: number
}

function itemOf(c: RequestContext, collections: readonly ManifestCollection[], row: Row, now: number): CalendarItem {
  const collection = collections.find(({ name }) => name === row.collection)
  const goesOut = row.status !== 'published' && row.at > now
  return {
    id: row.id,
    collection: row.collection,
    label: collection?.label ?? row.collection,
    title: row.title,
    status: row.status === 'changes' ? 'changes' : goesOut ? 'scheduled' : 'published',
    at: new Date(row.at).toISOString(),
    mayMove: goesOut && collection !== undefined && may(c, collection, 'update') && hasPermission(c, 'content.publish'),
  }
}
