import { message, PASSWORD_LENGTH } from 'lintel/kit'
import * as z from 'zod'
import { isoTime } from './responses.ts'

export const apiToken = z
  .strictObject({
    id: z.string(),
    userId: z.string(),
    email: z.string().meta({ description: 'Email address of the owner.' }),
    name: z.string(),
    scopes: z.array(z.string()),
    createdAt: isoTime,
    expiresAt: isoTime.nullable(),
    lastUsedAt: isoTime.nullable(),
  })
  .meta({ id: 'ApiToken', description: 'A token for programs, without the token itself.' })

export type ApiTokenObject = z.output<typeof apiToken>

/** A token that was just created: only this response contains it. */
export const madeToken = apiToken.extend({ token: z.string() })
export type MadeToken = z.output<typeof madeToken>

const scope = z
  .string()
  .max(100)
  .regex(/^(?:\*|[a-z][a-z0-9_-]*\.(?:\*|[a-z][a-z0-9_-]*))$/, {
    error: message('This must be a permission: <resource>.<action>, <resource>.* or *.'),
  })

/** Schema of a time: a form field contains a day, which means its first moment, UTC. */
const moment = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value),
  z.iso.datetime({ offset: true }),
)

export const newToken = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(scope).max(50),
  /** Expiry time, ISO 8601. */
  expiresAt: moment.nullish(),
  /** Id of the token's owner. Default: the caller; only administrators create tokens for others. */
  userId: z.string().max(100).optional(),
  email: z.string().trim().max(320).optional().meta({ description: 'Email of the owner, instead of `userId`.' }),
  password: z
    .string()
    .max(2 * PASSWORD_LENGTH.max)
    .optional()
    .meta({ description: "The caller's password; not required within ten minutes after signing in." }),
})

export type NewToken = z.output<typeof newToken>
