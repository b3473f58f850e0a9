import { message } from 'lintel/kit'
import * as z from 'zod'
import { oidc } from './oidc-settings.ts'

export const settings = z.strictObject({
  tokenExpiration: z.int().min(1).default(3600).describe(message('Lifetime of an access token, in seconds.')),
  refreshExpiration: z
    .int()
    .min(1)
    .default(604_800)
    .describe(message('Lifetime of a refresh token, in seconds. Each refresh restarts it.')),
  // NIST SP 800-63B, section 4.1.3
  sessionLifetime: z
    .int()
    .min(1)
    .default(2_592_000)
    .describe(message('Maximum lifetime of a session, in seconds, however often it is renewed.')),
  sessionTracking: z
    .boolean()
    .default(true)
    .describe(message('Records address, browser and the last use of each session.')),
  rateLimitWindow: z
    .int()
    .min(1)
    .default(900)
    .describe(message('Window in which failed sign-ins are counted, in seconds.')),
  rateLimitMaxAttempts: z
    .int()
    .min(1)
    .default(5)
    .describe(
      message('Maximum number of failed sign-ins in a window, for each email address and each network address.'),
    ),
  registration: z.boolean().default(false).describe(message('Lets people register themselves, as viewers.')),
  requireVerifiedEmail: z
    .boolean()
    .default(true)
    .describe(message('Lets only accounts with a confirmed email address sign in.')),
  mailsPerAddress: z
    .int()
    .min(1)
    .max(100_000)
    .default(20)
    .describe(
      message(
        'Maximum number of emails that one network address may request in an hour: registrations, password resets and confirmations together.',
      ),
    ),
  oidc,
  issuer: z
    .string()
    .min(1)
    .optional()
    .describe(
      message('Claim `iss` of access tokens. Once the setting has a value, tokens without this claim are refused.'),
    ),
  audience: z
    .string()
    .min(1)
    .optional()
    .describe(
      message('Claim `aud` of access tokens. Once the setting has a value, tokens without this claim are refused.'),
    ),
})

export type Settings = z.output<typeof settings>
