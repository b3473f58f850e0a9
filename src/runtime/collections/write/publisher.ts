import { t } from '../../../messages/translate.ts'
import { hasPermission } from '../../access/permissions.ts'
import { HttpError } from '../../common/errors.ts'
import type { PublicationState } from '../document/status.ts'
import type { Call } from '../request/call.ts'

/**
 * Requires the permission to publish for any change of when a document is public: its status, its publication date, or
 * the time for which it is scheduled.
 * @throws HttpError `forbidden`
 */
export function requirePublisher(call: Call, from: PublicationState, to: PublicationState): void {
  const isSame = from.status === to.status && from.publishedAt === to.publishedAt && from.scheduledAt === to.scheduledAt
  if (!isSame) requirePublishing(call)
}

/**
 * Requires the permission to publish.
 * @throws HttpError `forbidden`
 */
export function requirePublishing({ c }: Call): void {
  if (hasPermission(c, 'content.publish')) return
  throw new HttpError('forbidden', t('Your role may write drafts, not publish them: it lacks content.publish.'))
}
