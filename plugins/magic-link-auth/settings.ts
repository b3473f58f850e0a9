import * as z from 'zod'

/** Sign-in by link (specification, "Plugin settings"). */
export const settings = z.strictObject({
  /** For how long a link works, in minutes, up to a day. Default 15. */
  linkExpiryMinutes: z.int().min(1).max(1440).default(15),
  /** Number of links that an email address may be sent in an hour. Default 5. */
  rateLimitPerHour: z.int().min(1).max(1000).default(5),
  /** Tells whether a link opened by somebody without an account makes one, as a viewer. Default `false`. */
  allowNewUsers: z.boolean().default(false),
  /**
   * Tells whether only accounts whose address is verified sign in by link; others are sent the mail that verifies it. Without
   * this, a link verifies the address and takes away what opened the account until then: password, sessions, API tokens.
   * Default `true`.
   */
  requireEmailVerification: z.boolean().default(true),
})
