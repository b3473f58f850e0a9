import { findService, HttpError, type RequestContext } from 'lintel/kit'

/**
 * What sends mail.
 * @throws HttpError `not_configured` where no active plugin does
 */
export async function mailerOf(c: RequestContext) {
  const mailer = await findService(c, 'email')
  if (mailer !== null) return mailer
  throw new HttpError(
    'not_configured',
    'This sends mail, and no active plugin of this service does: add the plugin email.',
  )
}
