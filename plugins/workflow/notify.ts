import { and, eq, inArray } from 'drizzle-orm'
import { findService, manifestOf, ownOrigin, type RequestContext, readsEvery, settingsOf, users } from 'lintel/kit'
import { settings } from './settings.ts'
import type { ReviewRow } from './tables.ts'
import { titleFieldOf } from './title-field.ts'

/** Maximum number of reviewers who get an email about one review. */
const MOST = 20

/** The function of the service `email` that this plugin uses. */
interface Mailer {
  sendEmail(message: { to: string; subject: string; html: string }): Promise<unknown>
}

/** Informs the requested reviewer, or up to 20 reviewers, by email that a review is waiting. */
export async function notifyReviewers(c: RequestContext, review: ReviewRow): Promise<void> {
  const mailer = await mailerOf(c)
  if (!mailer) return
  const { reviewers } = settingsOf(c, settings)
  const people = await c.var.db
    .select({ id: users.id, email: users.email, role: users.role })
    .from(users)
    .where(
      and(
        inArray(users.role, reviewers),
        eq(users.isActive, true),
        review.reviewer === null ? undefined : eq(users.id, review.reviewer),
      ),
    )
    .limit(MOST)
  for (const reviewer of people) {
    if (reviewer.id === review.requestedBy) continue
    const title = mayBeTold(c, review, reviewer) ? review.title : null
    const subject = title === null ? 'Review requested' : `Review requested: ${title}`
    await mailer.sendEmail({ to: reviewer.email, subject, html: linkTo(c, review, title ?? 'The review') })
  }
}

/**
 * Tells whether an email may contain a document's title: only if its recipient may read the title of every document.
 */
function mayBeTold(c: RequestContext, { collectionId }: ReviewRow, reader: Parameters<typeof readsEvery>[3]): boolean {
  const collection = manifestOf(c).collections.find(({ name }) => name === collectionId)
  const field = titleFieldOf(c, collectionId)
  return collection !== undefined && field !== null && readsEvery(c, collection, field, reader)
}

/** Informs the person who requested a review of its result by email. */
export async function notifyOfDecision(c: RequestContext, review: ReviewRow, comment: string | null): Promise<void> {
  const mailer = await mailerOf(c)
  if (!mailer) return
  const [asker] = await c.var.db.select({ email: users.email }).from(users).where(eq(users.id, review.requestedBy))
  if (!asker) return
  const commentHtml = comment === null ? '' : `<p>${escaped(comment)}</p>`
  const subject = `${review.status === 'approved' ? 'Approved' : 'Rejected'}: ${review.title}`
  await mailer.sendEmail({ to: asker.email, subject, html: `${commentHtml}${linkTo(c, review, review.title)}` })
}

async function mailerOf(c: RequestContext): Promise<Mailer | null> {
  return settingsOf(c, settings).notify ? findService(c, 'email') : null
}

function linkTo(c: RequestContext, { id }: ReviewRow, title: string): string {
  return `<p><a href="${ownOrigin(c)}/admin/workflow/${id}">${escaped(title)}</a></p>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
