import type { JWTPayload } from 'jose'
import { settingsOf, type TokenPayload, type WithEnv } from 'lintel/kit'
import * as z from 'zod'
import { settings } from './settings.ts'
import { signingKeys } from './signing-keys.ts'

/** Schema of the claims in a token. */
export const tokenPayload = z.object({
  userId: z.string(),
  email: z.string(),
  role: z.string(),
  sid: z.string(),
  exp: z.int(),
  iat: z.int(),
})

const ALGORITHM = 'HS256'

/**
 * Signs an access token with the first key of `JWT_SECRET`. The token is valid for the time in the setting
 * `tokenExpiration`.
 */
export async function signAccessToken(c: WithEnv, claims: Omit<TokenPayload, 'exp' | 'iat'>): Promise<string> {
  const { SignJWT } = await import('jose')
  const { tokenExpiration, issuer, audience } = settingsOf(c, settings)
  const issuedAt = Math.floor(Date.now() / 1000)
  const token = new SignJWT({ ...claims } satisfies JWTPayload)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenExpiration)
  if (issuer !== undefined) token.setIssuer(issuer)
  if (audience !== undefined) token.setAudience(audience)
  return token.sign(signingKeys(c)[0])
}

/**
 * Reads the payload of a token that one of the keys signed with HS256, the only accepted algorithm, that has not
 * expired, and that names the configured issuer and audience; `null` for every other token. Callers must check that its
 * session is still open.
 */
export async function readAccessToken(c: WithEnv, token: string): Promise<TokenPayload | null> {
  const { issuer, audience } = settingsOf(c, settings)
  const expected = {
    algorithms: [ALGORITHM],
    ...(issuer === undefined ? {} : { issuer }),
    ...(audience === undefined ? {} : { audience }),
  }
  const { errors, jwtVerify } = await import('jose')
  for (const key of signingKeys(c)) {
    try {
      const { payload } = await jwtVerify(token, key, expected)
      return tokenPayload.safeParse(payload).data ?? null
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return null
    }
  }
  return null
}
