import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../../runtime/fixture.ts'
import { bearer, cookiesOf, freshAddress, SECRET, signedIn } from './people.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
/** A host name, since an IP address has no passkeys. */
const ORIGIN = 'https://localhost'

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

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** Deviations of an authenticator and a browser from what they should say. */
interface Lie {
  readonly client?: object
  readonly userHandle?: string
}

/** An authenticator with one passkey (ES256), which says of its signatures what the test wants. */
function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const data = (count: number, attested = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256('localhost'), Buffer.from([attested.length > 0 ? 0x45 : 0x05]), counter, attested])
  }
  const client = (type: string, challenge: string, more: object = {}) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: ORIGIN, crossOrigin: false, ...more }))
  const credential = (response: object) => ({ id: text(id), rawId: text(id), type: 'public-key', response })
  return {
    /** The passkey as a new one, without attestation. */
    make(challenge: string, lie: Lie = {}) {
      const [px, py] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
      const key = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), px, Buffer.from('225820', 'hex'), py])
      const authData = data(0, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]))
      const head = Buffer.from(`a363666d74646e6f6e656761747453746d74a0686175746844617461`, 'hex')
      const attestation = Buffer.concat([head, Buffer.from([0x58, authData.length]), authData])
      const clientDataJSON = text(client('webauthn.create', challenge, lie.client))
      return credential({ clientDataJSON, attestationObject: text(attestation), transports: ['internal'] })
    },
    /** A signature, the `count`th. */
    sign(challenge: string, count: number, lie: Lie = {}) {
      const clientData = client('webauthn.get', challenge, lie.client)
      const authenticatorData = data(count)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      const { userHandle } = lie
      return credential({
        clientDataJSON: text(clientData),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        ...(userHandle !== undefined && { userHandle }),
      })
    },
  }
}

const authenticator = newAuthenticator()
let person: Awaited<ReturnType<typeof signedIn>>

async function add(one: ReturnType<typeof newAuthenticator>, lie?: Lie) {
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

  it('that names another account', async () => {
    const handle = (id: string) => Buffer.from(id).toString('base64url')
    expect(await signIn(0, { userHandle: handle('somebody-else') })).toBe(401)
    expect(await signIn(0, { userHandle: handle(person.id) })).toBe(200)
  })
})
