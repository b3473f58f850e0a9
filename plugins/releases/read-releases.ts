import { and, asc, desc, eq, gte, isNotNull, lt, or, sql } from 'drizzle-orm'
import { coreTables, HttpError, isFieldShown, manifestOf, type RequestContext, readableIds, t } from 'lintel/kit'
import type { Release, ReleaseDetail, ReleaseDocument } from './release-objects.ts'
import { type ReleaseRow, releaseDocuments, releases } from './tables.ts'

const { content, contentDrafts } = coreTables

/** Maximum number of releases in a list. */
const SHOWN = 100

/** Maximum number of releases on the dashboard. */
const COMING = 8

const documents = sql<number>`(SELECT count(*) FROM ${releaseDocuments} WHERE ${releaseDocuments.releaseId} = ${releases.id})`

/**
 * Returns the scheduled releases, soonest first, then the drafts, newest first, then the published ones, last published
 * first; at most `SHOWN` in all.
 */
export async function listReleases(c: RequestContext): Promise<Release[]> {
  const isPublished = sql`${releases.status} = 'published'`
  const rows = await c.var.db
    .select({ row: releases, documents })
    .from(releases)
    .orderBy(
      isPublished,
      sql`${releases.scheduledAt} IS NULL`,
      asc(releases.scheduledAt),
      desc(releases.publishedAt),
      desc(releases.createdAt),
    )
    .limit(SHOWN)
  return rows.map((found) => releaseObject(found.row, found.documents))
}

/**
 * Returns the releases that failed at their scheduled time, and those that are scheduled, soonest first, at most
 * `COMING`.
 */
export async function comingReleases(c: RequestContext): Promise<Release[]> {
  const rows = await c.var.db
    .select({ row: releases, documents })
    .from(releases)
    .where(or(eq(releases.status, 'scheduled'), and(eq(releases.status, 'draft'), isNotNull(releases.failedAt))))
    .orderBy(sql`${releases.failedAt} IS NULL`, asc(releases.scheduledAt))
    .limit(COMING)
  return rows.map((found) => releaseObject(found.row, found.documents))
}

/**
 * Returns at most `SHOWN` releases that are scheduled between two times, for the calendar. Times are milliseconds since
 * the epoch.
 */
export async function plannedReleases(c: RequestContext, { from, to }: { readonly from: number; readonly to: number }) {
  const rows = await c.var.db
    .select()
    .from(releases)
    .where(and(eq(releases.status, 'scheduled'), gte(releases.scheduledAt, from), lt(releases.scheduledAt, to)))
    .orderBy(asc(releases.scheduledAt))
    .limit(SHOWN)
  return rows.map(({ id, title, scheduledAt }) => ({ title, path: `/admin/releases/${id}`, at: scheduledAt ?? 0 }))
}

/** Returns the releases to which documents can be added, newest first, at most `SHOWN`. */
export async function openReleases(c: RequestContext): Promise<Pick<ReleaseRow, 'id' | 'title'>[]> {
  return c.var.db
    .select({ id: releases.id, title: releases.title })
    .from(releases)
    .where(eq(releases.status, 'draft'))
    .orderBy(desc(releases.createdAt))
    .limit(SHOWN)
}

/** Returns the releases that contain a document, newest first, at most `SHOWN`. */
export async function releasesOf(c: RequestContext, documentId: string): Promise<ReleaseRow[]> {
  const rows = await c.var.db
    .select({ row: releases })
    .from(releaseDocuments)
    .innerJoin(releases, eq(releases.id, releaseDocuments.releaseId))
    .where(eq(releaseDocuments.documentId, documentId))
    .orderBy(desc(releases.createdAt))
    .limit(SHOWN)
  return rows.map(({ row }) => row)
}

/**
 * Finds a release.
 * @throws HttpError `not_found`
 */
export async function findRelease(c: RequestContext, id: string): Promise<ReleaseRow> {
  const [row] = await c.var.db.select().from(releases).where(eq(releases.id, id))
  if (row) return row
  throw new HttpError('not_found', t('There is no such release.'))
}

/**
 * Returns a release with the documents in it that the caller may read.
 * @throws HttpError `not_found`
 */
export async function readRelease(c: RequestContext, id: string): Promise<ReleaseDetail> {
  const row = await findRelease(c, id)
  const all = await c.var.db
    .select({
      collection: releaseDocuments.collectionId,
      id: releaseDocuments.documentId,
      title: content.title,
      status: content.status,
      hasDraft: sql<number>`EXISTS (SELECT 1 FROM ${contentDrafts} WHERE ${contentDrafts.documentId} = ${releaseDocuments.documentId})`,
    })
    .from(releaseDocuments)
    .leftJoin(content, eq(content.id, releaseDocuments.documentId))
    .where(eq(releaseDocuments.releaseId, id))
    .orderBy(asc(releaseDocuments.addedAt), asc(releaseDocuments.documentId))
  const found = all.map((item) => ({ ...item, hasDraft: item.status === 'published' && item.hasDraft === 1 }))
  const items = await readable(c, found)
  const shown = new Set(items.map((item) => item.id))
  return {
    ...releaseObject(row, all.length),
    items: items.map((item) => ({ ...item, ...nameOf(c, item) })),
    failures: (row.failure ?? []).filter(({ id }) => id === '' || shown.has(id)),
  }
}

type Found = Omit<ReleaseDocument, 'label'>

/**
 * Returns the documents that the caller may read. Documents in the trash are included if the caller may read any
 * document of their collection.
 */
async function readable(c: RequestContext, all: readonly Found[]): Promise<readonly Found[]> {
  const byCollection = Map.groupBy(all, ({ collection }) => collection)
  const idsByCollection = new Map([...byCollection].map(([name, some]) => [name, some.map(({ id }) => id)]))
  const ids = await readableIds(c, idsByCollection)
  return all.filter(
    ({ collection, id, status }) => ids.get(collection)?.has(id) || (status === null && ids.has(collection)),
  )
}

function nameOf(c: RequestContext, { collection: name, title }: Found): Pick<ReleaseDocument, 'label' | 'title'> {
  const collection = manifestOf(c).collections.find((one) => one.name === name)
  const field = collection?.fields.find((one) => one.name === collection.titleField)
  return { label: collection?.label ?? name, title: field && isFieldShown(c, field) ? title : null }
}

/** Returns the object that routes return for a release. */
export function releaseObject(row: ReleaseRow, documents: number): Release {
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    documents,
    scheduledAt: moment(row.scheduledAt),
    publishedAt: moment(row.publishedAt),
    failedAt: moment(row.failedAt),
    createdAt: new Date(row.createdAt).toISOString(),
  }
}
