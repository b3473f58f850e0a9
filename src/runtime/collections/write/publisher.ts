import { t } from '../../../messages/translate.ts'
import { hasPermission } from '../../access/permissions.ts'
import { HttpError } from '../../common/errors.ts'
import type { Status } from '../document/row.ts'
import type { Call } from '../request/call.ts'

/**
 * Requires the permission to publish for any change that publishes or schedules a draft, unpublishes a document, or
 * changes its publication date. A new time for a document that is already scheduled does not require it.
 * @throws HttpError `forbidden`
 */
export function requirePublisher(call: Call, from: PublicationStatus, to: PublicationStatus): void {
  if (from.status !== to.status || from.publishedAt !== to.publishedAt) requirePublishing(call)
}

/** Status and date of a document, as readers see them. */
export interface PublicationStatus {
  readonly status: Status
  readonly publishedAt: number | null
}

/**
 * Requires the permission to publish.
 * @throws HttpError `forbidden`
 */
export function requirePublishing({ c }: Call): void {
  if (hasPermission(c, 'content.publish')) return
  throw new HttpError('forbidden', t('Your role may write drafts, not publish them: it lacks content.publish.'))
}
