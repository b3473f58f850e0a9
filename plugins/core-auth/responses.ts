import * as z from 'zod'

/** A time in responses: ISO 8601 with milliseconds, UTC. */
export const isoTime = z.iso.datetime({ precision: 3 })

/** Position of a page in its list. */
export const pagination = z.strictObject({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
})

/** Query parameters that select a page of a list. */
export const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
}

export interface Paging {
  readonly page: number
  readonly limit: number
}

/** Returns the position of a page in a list of `total` entries. */
export function paginationOf({ page, limit }: Paging, total: number): z.output<typeof pagination> {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
}

export const user = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    username: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    role: z.string(),
    isActive: z.boolean(),
    emailVerified: z.boolean(),
    secondFactor: z.literal(true).optional().meta({ description: 'Present while the second factor is on.' }),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'User', description: 'An account, as its owner sees it.' })

const tokens = {
  token: z.string().meta({ description: 'The access token: send it as `Authorization: Bearer`.' }),
  refreshToken: z.string().meta({ description: 'The refresh token: can be exchanged for new tokens once.' }),
  expiresIn: z.int().meta({ description: 'Lifetime of the access token, in seconds.' }),
}

/** Response to the exchange of a refresh token. */
export const renewed = z.strictObject(tokens)

export const signedIn = z.strictObject({ ...tokens, user })

const challenge = z.strictObject({
  challenge: z
    .enum(['otp', 'totp'])
    .meta({ description: '`otp`: a code has been sent by email. `totp`: the authenticator app shows the code.' }),
  challengeToken: z.string().meta({ description: 'Send it to `/api/auth/otp` with the code.' }),
})

/** Response to a sign-in: a session, or a challenge if the account has a second factor. */
export const outcome = z.union([signedIn, challenge])

/** Schema of a list's filter; forms send empty fields, too, which count as missing. */
export const filter = z.preprocess((value) => (value === '' ? undefined : value), z.string().trim().max(320).optional())
