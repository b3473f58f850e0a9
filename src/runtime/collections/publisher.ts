import { hasPermission } from '../access/permissions.ts'
import { HttpError } from '../common/errors.ts'
import { t } from '../messages/messages.ts'
import type { Call } from './call.ts'
import type { Status } from './row.ts'

/**
 * Requires the permission to publish for any change that publishes a draft, schedules it or unpublishes it.
 * @throws HttpError `forbidden`
 */
export function requirePublisher(call: Call, from: Status, to: Status): void {
  if (from !== to) requirePublishing(call)
}

/**
 * Requires the permission to publish.
 * @throws HttpError `forbidden`
 */
export function requirePublishing({ c }: Call): void {
  if (hasPermission(c, 'content.publish')) return
  throw new HttpError('forbidden', t('Your role may write drafts, not publish them: it lacks content.publish.'))
}
