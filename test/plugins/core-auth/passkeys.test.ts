import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../../runtime/fixture.ts'
import { nearMisses, nearOrigins } from '../../security/near-misses.ts'
import { type Authenticator, type Lie, newAuthenticator, ORIGIN } from './passkey.ts'
import { bearer, cookiesOf, freshAddress, SECRET, signedIn } from './people.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })

/** Sends as a browser at the host name does. */
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await service.fetchAs(ORIGIN + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': freshAddress(), ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, cookies: cookiesOf(answer), body: await answer.json() } as {
    status: number
    cookies: ReturnType<typeof cookiesOf>
    // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
    body: any
  }
}

const authenticator = newAuthenticator()
let person: Awaited<ReturnType<typeof signedIn>>

async function add(one: Authenticator, lie?: Lie) {
  const { body } = await post('/api/auth/passkeys/options', {}, bearer(person.token))
  const credential = one.make(body.options.challenge, lie)
  return post('/api/auth/passkeys', { state: body.state, credential, name: 'Laptop' }, bearer(person.token))
}

beforeAll(async () => {
  await service.fetch('/api/health')
  person = await signedIn(service)
  expect((await add(authenticator)).status).toBe(201)
})

/** Everything before the answer: a challenge of its own, signed. */
async function prepared(count: number, lie?: Lie) {
  const { body, cookies } = await post('/api/auth/passkeys/sign-in/options', {})
  const [[name = '', cookie] = []] = Object.entries(cookies)
  const send = { state: body.state, credential: authenticator.sign(body.options.challenge, count, lie) }
  return () => post('/api/auth/passkeys/sign-in', send, { cookie: `${name}=${cookie?.value}` })
}

const signIn = async (count: number, lie?: Lie) => (await (await prepared(count, lie))()).status
const counted = async () =>
  (await service.sql<{ signatures: number }>('SELECT signatures FROM passkeys'))[0]?.signatures

describe('the number of signatures', () => {
  it('opens one of several sign-ins that come with it at once, and never goes back', async () => {
    expect([await signIn(1), await counted()]).toEqual([200, 1])
    const same = await Promise.all([prepared(2), prepared(2), prepared(2), prepared(2)])
    const answers = await Promise.all(same.map((send) => send()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    const both = await Promise.all([prepared(100), prepared(50)])
    const [high] = await Promise.all(both.map((send) => send()))
    expect([high?.status, await counted()]).toEqual([200, 100])
    expect([await signIn(100), await signIn(0), await signIn(101)]).toEqual([401, 401, 200])
  })

  it('is none of authenticators that do not count', async () => {
    await service.sql('UPDATE passkeys SET signatures = 0')
    expect([await signIn(0), await signIn(0)]).toEqual([200, 200])
  })
})

describe('a passkey is refused', () => {
  it('that was used in a frame of another page', async () => {
    await service.sql('UPDATE passkeys SET signatures = 0')
    for (const client of [{ crossOrigin: true }, { topOrigin: 'https://evil.example' }]) {
      expect(await signIn(0, { client })).toBe(401)
      expect((await add(newAuthenticator(), { client })).status).toBe(401)
    }
    expect((await add(newAuthenticator(), { client: { crossOrigin: undefined } })).status).toBe(201)
  })

  it.each<readonly [string, Lie]>([
    ...nearOrigins(ORIGIN).map(
      ([how, origin]) => [`from an origin ${how}: ${origin}`, { client: { origin } }] as const,
    ),
    ...nearMisses('localhost').map(([how, host]) => [`for a host that ${how}: ${host}`, { host }] as const),
    ...['webauthn.make', ''].map((type) => [`of the type ${type}`, { client: { type } }] as const),
    ['with another challenge', { client: { challenge: 'another' } }],
    ['by somebody unknown', { flags: 0x01 }],
    ['by nobody', { flags: 0x04 }],
  ])('%s', async (_, lie) => {
    await service.sql('UPDATE passkeys SET signatures = 0')
    expect([await signIn(0, lie), (await add(newAuthenticator(), lie)).status]).toEqual([401, 401])
  })

  it('that names another account', async () => {
    const handle = (id: string) => Buffer.from(id).toString('base64url')
    expect(await signIn(0, { userHandle: handle('somebody-else') })).toBe(401)
    expect(await signIn(0, { userHandle: handle(person.id) })).toBe(200)
  })
})
