import { message } from 'lintel/kit'
import * as z from 'zod'

/** Settings for signing in by link. */
export const settings = z.strictObject({
  linkExpiryMinutes: z.int().min(1).max(1440).default(15).describe(message('Minutes for which a link works.')),
  rateLimitPerHour: z
    .int()
    .min(1)
    .max(1000)
    .default(5)
    .describe(
      message(
        'Links that an email address may receive in an hour. A network address may request twenty times as many.',
      ),
    ),
  allowNewUsers: z
    .boolean()
    .default(false)
    .describe(
      message('Creates an account, as a viewer without a password, when a person without an account opens a link.'),
    ),
  requireEmailVerification: z
    .boolean()
    .default(true)
    .describe(
      message(
        'Lets only accounts with a confirmed email address sign in by link; others receive the email that confirms it. If this setting is off, a link confirms the address, and removes the earlier password, sessions and API tokens.',
      ),
    ),
})
