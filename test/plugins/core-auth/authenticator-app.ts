import { fromBase32 } from '../../../plugins/core-auth/authenticator/base32.ts'
import { periodAt, totpCode } from '../../../plugins/core-auth/authenticator/totp.ts'
import type { Service } from '../../harness/service.ts'
import { bearer, freshAddress, signedIn } from './people.ts'

/** The code that an authenticator app shows now, or so many periods later. */
export function codeOf(secret: string, later = 0): Promise<string> {
  return totpCode(fromBase32(secret), periodAt(Date.now()) + later)
}

/** Somebody whose authenticator app is on. The code of the next period is still good. */
export async function withApp(service: Service, role = 'editor') {
  const person = await signedIn(service, role)
  const headers = { ...bearer(person.token), 'cf-connecting-ip': freshAddress() }
  const { body } = await service.json('/api/auth/second-factor/app', { body: {}, headers })
  const secret = body.secret as string
  const confirmed = await service.json('/api/auth/second-factor/app/confirm', {
    body: { setup: body.setup, code: await codeOf(secret) },
    headers,
  })
  return { ...person, secret, recoveryCodes: confirmed.body.recoveryCodes as readonly string[] }
}
