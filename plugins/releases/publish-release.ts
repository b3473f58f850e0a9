import { and, asc, eq, exists } from 'drizzle-orm'
import {
  type DocumentName,
  HttpError,
  type PublicationRefusal,
  publicationRefusals,
  publishTogether,
  type RequestContext,
  type Statement,
  sqlText,
  t,
  tn,
} from 'lintel/kit'
import { callerId } from './change-releases.ts'
import { findRelease } from './read-releases.ts'
import { type ReleaseRow, releaseDocuments, releases } from './tables.ts'

/**
 * Statement that marks a release as published if its status is still ?2. Otherwise the status becomes NULL, which the
 * column refuses.
 */
const MARK = sqlText`
  UPDATE "releases"
  SET "status" = CASE WHEN "status" = ?2 THEN 'published' END, "published_at" = ?3, "published_by" = ?4,
    "scheduled_at" = NULL, "failed_at" = NULL, "failure" = NULL
  WHERE "id" = ?1
`

/**
 * Publishes all documents of a release on behalf of the caller, or none.
 * @returns the reasons why the release was not published; an empty list if it was published
 * @throws HttpError `invalid_transition` for an empty release, `conflict` if it has changed in the meantime
 */
export async function publishRows(c: RequestContext, release: ReleaseRow): Promise<readonly PublicationRefusal[]> {
  const documents = await documentsOf(c, release.id)
  const mark: Statement = { sql: MARK, values: [release.id, release.status, Date.now(), callerId(c)] }
  const outcome = await publishTogether(c, documents, [mark])
  return outcome.kind === 'refused' ? outcome.refusals : []
}

/**
 * Publishes a release now.
 * @throws HttpError `not_found`; `invalid_transition` if the release is empty or already published; if documents cannot
 * be published, the error code that all refusals share, otherwise `validation_failed`
 */
export async function publishRelease(c: RequestContext, id: string): Promise<void> {
  const release = await findRelease(c, id)
  if (release.status === 'published') throw isPublished()
  const refusals = await publishRows(c, release)
  if (refusals.length > 0) throw refused(refusals)
}

/**
 * Schedules a release to be published on behalf of the caller. A document that could not be published now is refused at
 * once.
 * @throws HttpError as `publishRelease` does; `validation_failed` for a time in the past; `conflict` if the release is
 * changed at the same time
 */
export async function scheduleRelease(c: RequestContext, id: string, at: number): Promise<void> {
  const release = await findRelease(c, id)
  if (release.status === 'published') throw isPublished()
  if (at <= Date.now()) {
    const message = t('The time must be in the future.')
    throw new HttpError('validation_failed', message, {
      errors: [{ path: 'scheduledAt', code: 'invalid_value', message }],
    })
  }
  const refusals = await publicationRefusals(c, await documentsOf(c, id))
  if (refusals.length > 0) throw refused(refusals)
  const { db } = c.var
  const documents = db.select().from(releaseDocuments).where(eq(releaseDocuments.releaseId, id))
  const [scheduled] = await db
    .update(releases)
    .set({ status: 'scheduled', scheduledAt: at, scheduledBy: callerId(c), failedAt: null, failure: null })
    .where(and(eq(releases.id, id), eq(releases.status, release.status), exists(documents)))
    .returning({ id: releases.id })
  if (!scheduled) throw new HttpError('conflict', t('The release has just been changed. Try again.'))
}

/**
 * Cancels the schedule of a release.
 * @throws HttpError `not_found`; `invalid_transition` for a release that is not scheduled
 */
export async function cancelSchedule(c: RequestContext, id: string): Promise<void> {
  await findRelease(c, id)
  const [canceled] = await c.var.db
    .update(releases)
    .set({ status: 'draft', scheduledAt: null, scheduledBy: null })
    .where(and(eq(releases.id, id), eq(releases.status, 'scheduled')))
    .returning({ id: releases.id })
  if (!canceled) throw new HttpError('invalid_transition', t('The release is not scheduled.'))
}

/**
 * Returns the documents of a release.
 * @throws HttpError `invalid_transition` for a release without documents
 */
async function documentsOf(c: RequestContext, releaseId: string): Promise<readonly DocumentName[]> {
  const rows = await c.var.db
    .select({ collection: releaseDocuments.collectionId, id: releaseDocuments.documentId })
    .from(releaseDocuments)
    .where(eq(releaseDocuments.releaseId, releaseId))
    .orderBy(asc(releaseDocuments.addedAt))
  if (rows.length === 0) throw new HttpError('invalid_transition', t('The release has no documents yet.'))
  return rows
}

function isPublished(): HttpError {
  return new HttpError('invalid_transition', t('The release is already published.'))
}

/** Returns the error that contains each reason under its document: `posts/0198…`. */
function refused(refusals: readonly PublicationRefusal[]): HttpError {
  const codes = new Set(refusals.map(({ error }) => error.code))
  const [code = 'validation_failed'] = codes
  const detail = tn(
    refusals.length,
    '{count} document was refused; nothing was published.',
    '{count} documents were refused; nothing was published.',
  )
  return new HttpError(codes.size === 1 ? code : 'validation_failed', detail, {
    errors: refusals.map(({ collection, id, error }) => ({
      path: `${collection}/${id}`,
      code: error.code,
      message: error.message,
    })),
  })
}
