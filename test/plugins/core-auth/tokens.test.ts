import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { bearer, me, signedIn } from './people.ts'

const CURRENT = 'the current secret that signs and is long enough'
const FORMER = 'the former secret that only verifies by now'
const bytes = (text: string) => new TextEncoder().encode(text)

let service: Service
let person: Awaited<ReturnType<typeof signedIn>>
let claims: { userId: string; email: string; role: string; sid: string }

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: `${CURRENT}, ${FORMER}` } })
  await service.fetch('/api/health')
  person = await signedIn(service, 'viewer')
  const { userId, email, role, sid } = JSON.parse(atob(person.token.split('.')[1] ?? ''))
  claims = { userId, email, role, sid }
})
afterAll(() => service.dispose())

/** A token as the service would make it, but for what is changed. */
function sign({ key = CURRENT, alg = 'HS256', expires = '1h', ...changed }: Record<string, string> = {}) {
  return new SignJWT({ ...claims, ...changed })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(bytes(key))
}

/** The same token with another header or payload in place of its own. */
function swap(token: string, part: 0 | 1, value: object): string {
  const parts = token.split('.')
  parts[part] = Buffer.from(JSON.stringify(value)).toString('base64url')
  return parts.join('.')
}

describe('an access token', () => {
  it('is accepted when any of the secrets signed it', async () => {
    expect((await me(service, await sign())).status).toBe(200)
    expect((await me(service, await sign({ key: FORMER }))).status).toBe(200)
  })

  const forged: Record<string, () => Promise<string> | string> = {
    'signed by nobody': () => new UnsecuredJWT(claims).setExpirationTime('1h').encode(),
    'signed by nobody, in the words of older libraries': () =>
      swap(person.token, 0, { alg: 'nOnE' }).replace(/[^.]+$/, ''),
    'signed with another key': () => sign({ key: 'some other secret that is long enough as well' }),
    'signed with both secrets as one key': () => sign({ key: `${CURRENT}, ${FORMER}` }),
    'signed with HS512': () => sign({ alg: 'HS512' }),
    'said to be signed with HS512': () => swap(person.token, 0, { alg: 'HS512' }),
    'signed with RS256': async () =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256' })
        .setExpirationTime('1h')
        .sign((await generateKeyPair('RS256')).privateKey),
    'with a key of its own in the header': async () =>
      swap(await sign(), 0, { alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }),
    'with another role put in': () => swap(person.token, 1, { ...claims, role: 'admin', exp: 9999999999 }),
    'truncated in the signature': () => person.token.slice(0, -4),
    'without a signature': () => `${person.token.split('.').slice(0, 2).join('.')}.`,
    'in two parts': () => person.token.split('.').slice(0, 2).join('.'),
    expired: () => sign({ expires: '-1s' }),
    'of an unknown session': () => sign({ sid: '01999999-0000-7000-8000-000000000000' }),
    'without a session': async () => sign({ sid: undefined as unknown as string }),
    'without an end': () => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setIssuedAt().sign(bytes(CURRENT)),
    "with another user's id for this session": async () => sign({ userId: (await signedIn(service, 'admin')).id }),
    'with a session id that is SQL': () => sign({ sid: "' OR 1=1 --" }),
    'of a kilobyte of letters': () => 'x'.repeat(1000),
    empty: () => '',
  }
  it.each(Object.entries(forged))('%s is refused', async (_, make) => {
    const answer = await me(service, await make())
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_token'])
  })

  it('that does not hold leaves its caller anonymous where everybody may come', async () => {
    const list = await service.json('/api/tags', { headers: bearer('nonsense') })
    expect(list.status).toBe(200)
    const drafts = await service.json('/api/posts?status=draft', { headers: bearer(await sign({ expires: '-1s' })) })
    expect(drafts.body.data).toEqual([])
  })

  it('does not carry a role that the account has not', async () => {
    const { status, body } = await me(service, await sign({ role: 'admin' }))
    expect([status, body.user.role, body.permissions]).toEqual([200, 'viewer', []])
    const write = await service.json('/api/tags', {
      body: { name: 'x' },
      headers: bearer(await sign({ role: 'admin' })),
    })
    expect(write.status).toBe(403)
  })
})
