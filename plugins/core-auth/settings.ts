import * as z from 'zod'

/** Sign-in (specification, "Plugin settings"). */
export const settings = z.strictObject({
  /** Lifetime of an access token, in seconds. Default 3600. */
  tokenExpiration: z.int().min(1).default(3600),
  /** Lifetime of a refresh token, in seconds; each refresh starts it anew. Default 604800, a week. */
  refreshExpiration: z.int().min(1).default(604_800),
  /**
   * Longest session, however often it is renewed, in seconds. Default 2592000, 30 days (NIST SP 800-63B, section
   * 4.1.3).
   */
  sessionLifetime: z.int().min(1).default(2_592_000),
  /** Keeps address, user agent and the time last seen with each session. Default `true`. */
  sessionTracking: z.boolean().default(true),
  /** The window in which failed sign-ins are counted, in seconds. Default 900. */
  rateLimitWindow: z.int().min(1).default(900),
  /** Failed sign-ins that an email, and an address, may have in a window. Default 5. */
  rateLimitMaxAttempts: z.int().min(1).default(5),
  /** Tells whether people may register themselves, as viewers. Default `false`, in development `true`. */
  registration: z.boolean().default(false),
  /** Tells whether a password signs in only an account whose email address is confirmed. Default `true`. */
  requireVerifiedEmail: z.boolean().default(true),
  /**
   * Most mails that one network address may ask for in an hour: registrations, reset and verification links together.
   * Default 20, in development 1000.
   */
  mailsPerAddress: z.int().min(1).max(100_000).default(20),
  /** The `iss` claim of access tokens: written, and then required. Default: none. */
  issuer: z.string().min(1).optional(),
  /** The `aud` claim of access tokens: written, and then required. Default: none. */
  audience: z.string().min(1).optional(),
})

export type Settings = z.output<typeof settings>
