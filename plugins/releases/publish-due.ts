import { and, asc, eq, lte } from 'drizzle-orm'
import { actAs, HttpError, log, type RequestContext, t } from 'lintel/kit'
import { publishRows } from './publish-release.ts'
import { type Failure, type ReleaseRow, releases } from './tables.ts'

/** Maximum number of releases that one run publishes; the next run, a minute later, publishes the rest. */
const AT_ONCE = 20

/**
 * Publishes the releases that are due, at most `AT_ONCE`, each separately, on behalf of the account that scheduled it.
 */
export async function publishDueReleases(c: RequestContext): Promise<void> {
  const due = await c.var.db
    .select()
    .from(releases)
    .where(and(eq(releases.status, 'scheduled'), lte(releases.scheduledAt, Date.now())))
    .orderBy(asc(releases.scheduledAt))
    .limit(AT_ONCE)
  for (const release of due) {
    const failure = await publishDue(c, release)
    if (failure !== null) await fail(c, release, failure)
  }
}

/** Publishes a release that is due. Returns the reasons why it could not be published; `null` if it was. */
async function publishDue(c: RequestContext, release: ReleaseRow): Promise<readonly Failure[] | null> {
  try {
    const refusals = await actAs(c, release.scheduledBy ?? '', () => publishRows(c, release))
    if (refusals === null) return [whole(t('The account that scheduled it is no longer active.'))]
    const failure = refusals.map(({ collection, id, error }) => ({ collection, id, message: error.message }))
    return failure.length === 0 ? null : failure
  } catch (error) {
    if (error instanceof HttpError && error.code !== 'database_unavailable') return [whole(error.message)]
    throw error
  }
}

/** Returns a reason that is about the release as a whole. */
function whole(message: string): Failure {
  return { collection: '', id: '', message }
}

/** Makes the release a draft again, and stores the reasons, so that somebody can remove their causes. */
async function fail(c: RequestContext, { id, title }: ReleaseRow, failure: readonly Failure[]): Promise<void> {
  log(c, 'error', { type: 'release', release: id, title, documents: failure.length, reason: failure[0]?.message })
  await c.var.db
    .update(releases)
    .set({ status: 'draft', scheduledAt: null, failedAt: Date.now(), failure })
    .where(and(eq(releases.id, id), eq(releases.status, 'scheduled')))
}
