import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../../runtime/fixture.ts'
import { codeOf, withApp } from './authenticator-app.ts'
import { newAuthenticator, ORIGIN } from './passkey.ts'
import { bearer, cookiesOf, freshAddress, login, PASSWORD, SECRET, signedIn } from './people.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })

let editor: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  await service.fetch('/api/health')
  editor = await signedIn(service, 'editor')
})

const from = (ip = freshAddress()) => ({ 'cf-connecting-ip': ip })
const post = async (path: string, body: object, headers: Record<string, string> = from()) =>
  (await service.json(path, { body, headers })).status
const get = async (path: string, headers: Record<string, string>) => (await service.json(path, { headers })).status

let count = 0
const someone = () => {
  count += 1
  return `someone-${count}@limits.example`
}

/** Values that stay the same for one key. */
const kept = new Map<string, Promise<unknown>>()
function of<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
  const value = kept.get(key) ?? make()
  kept.set(key, value)
  return value as Promise<Value>
}
const addressOf = (key: string) => of(`address ${key}`, async () => freshAddress())
const mailboxOf = (key: string) => of(`mailbox ${key}`, async () => someone())
const accountOf = (key: string) => of(`account ${key}`, () => signedIn(service, 'editor'))
const appOf = (key: string) => of(`app ${key}`, () => withApp(service))

interface Limit {
  /** Number that is let through in a window. */
  readonly most: number
  /** In seconds. */
  readonly window: number
  /** Asks once, for a key that is counted by. */
  ask(key: string): Promise<number>
  /** The answer within the limit. */
  readonly within: number
}

/** Wrong secrets of a kind, by the address that they come from. */
const guesses = (within: number, ask: (headers: Record<string, string>) => Promise<number>): Limit => ({
  most: 5,
  window: 900,
  within,
  ask: async (key) => ask(from(await addressOf(key))),
})

const mails = (path: string, more: object = {}, within = 200): Limit => ({
  most: 5,
  window: 3600,
  within,
  ask: async (key) => post(path, { email: await mailboxOf(key), ...more }),
})

const MAILS = ['/auth/register', '/auth/forgot-password', '/auth/verify-email']
let turn = 0

async function wrongPasskey(headers: Record<string, string>): Promise<number> {
  const ask = (path: string, body: object, more: object = {}) =>
    service.fetchAs(ORIGIN + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers, ...more },
      body: JSON.stringify(body),
    })
  const begun = await ask('/api/auth/passkeys/sign-in/options', {})
  const { options, state } = (await begun.json()) as { options: { challenge: string }; state: string }
  const credential = newAuthenticator().sign(options.challenge, 0)
  const cookie = `passkey=${cookiesOf(begun).passkey?.value}`
  return (await ask('/api/auth/passkeys/sign-in', { state, credential }, { cookie })).status
}

async function wrongSetup(headers: Record<string, string>): Promise<number> {
  const own = { ...bearer(editor.token), ...headers }
  const { body } = await service.json('/api/auth/second-factor/app', { body: {}, headers: own })
  const code = await codeOf(body.secret, 5)
  return post('/api/auth/second-factor/app/confirm', { setup: body.setup, code }, own)
}

/** Limits as docs/authentication.md and docs/magic-links.md state them. */
const LIMITS: Readonly<Record<string, Limit>> = {
  'wrong passwords of an email': {
    most: 5,
    window: 900,
    within: 401,
    ask: async (key) => (await login(service, await mailboxOf(key), 'wrong')).status,
  },
  'wrong passwords from an address': guesses(401, async (headers) =>
    post('/api/auth/login', { email: someone(), password: 'wrong' }, headers),
  ),
  'wrong passwords of who is signed in': {
    most: 5,
    window: 900,
    within: 401,
    ask: async (key) => {
      const { token } = await accountOf(key)
      const body = { currentPassword: 'wrong', password: 'a new and better one' }
      return post('/api/auth/password', body, { ...bearer(token), ...from() })
    },
  },
  'wrong codes': guesses(401, (headers) => post('/api/auth/otp', { challengeToken: 'none', code: '000000' }, headers)),
  'wrong reset links': guesses(401, (headers) =>
    post('/auth/reset-password', { token: 'none', password: 'a new and better one' }, headers),
  ),
  'wrong confirmation links': guesses(401, (headers) => get('/auth/verify-email?token=none', headers)),
  'wrong invitations': guesses(401, (headers) => get('/auth/invitation?token=none', headers)),
  'wrong passkeys': guesses(401, wrongPasskey),
  'wrong codes of an app that is set up': guesses(422, wrongSetup),
  'wrong codes of the app of an account': {
    most: 20,
    window: 86_400,
    within: 401,
    ask: async (key) => {
      const { email } = await appOf(key)
      const { body } = await login(service, email)
      return post('/api/auth/otp', { challengeToken: body.challengeToken, code: '000000' })
    },
  },
  'codes that are sent to an account': {
    most: 10,
    window: 3600,
    within: 200,
    ask: async (key) => {
      const { email, id } = await accountOf(key)
      await service.sql('UPDATE users SET second_factor = 1 WHERE id = ?', id)
      return (await login(service, email)).status
    },
  },
  'registrations of an email': mails('/auth/register', { password: PASSWORD }, 201),
  'reset links to an email': mails('/auth/forgot-password'),
  'confirmation links to an email': mails('/auth/verify-email'),
  'mails of all kinds from an address': {
    most: 1000,
    window: 3600,
    within: 200,
    ask: async (key) => {
      turn += 1
      const path = MAILS[turn % 3] ?? ''
      const body = { email: someone(), ...(path === '/auth/register' && { password: PASSWORD }) }
      const status = await post(path, body, from(await addressOf(key)))
      return status === 201 ? 200 : status
    },
  },
  'sign-in links to an email': mails('/auth/magic-link/request'),
  'sign-in links from an address': {
    most: 100,
    window: 3600,
    within: 200,
    ask: async (key) => post('/auth/magic-link/request', { email: someone() }, from(await addressOf(key))),
  },
  'wrong sign-in links': {
    ...guesses(401, (headers) => get('/auth/magic-link/verify?token=none', headers)),
    most: 100,
    window: 3600,
  },
}

interface Row {
  readonly bucket: string
  readonly attempted_at: number
  readonly expires_at: number
}

describe('a limit lets through the last that it allows, and no other until its window ends', () => {
  it.each(Object.entries(LIMITS))('%s', async (_, { most, window, within, ask }) => {
    await ask('another') // what a key needs once
    await service.sql('DELETE FROM limited_attempts')
    expect([await ask('one'), await ask('one')]).toEqual([within, within])
    const [row] = await service.sql<Row>(
      'SELECT *, count(*) AS n FROM limited_attempts GROUP BY bucket ORDER BY n DESC LIMIT 1',
    )
    const { bucket = '', attempted_at = 0, expires_at = 0 } = row ?? {}
    expect(expires_at - attempted_at).toBe(window * 1000)
    await service.sql(
      `INSERT INTO limited_attempts (id, bucket, attempted_at, expires_at, failed)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT 'more-' || i, ?1, ?3, ?4, 1 FROM n WHERE i <= ?2`,
      bucket,
      most - 3,
      attempted_at,
      expires_at,
    )
    expect(await ask('one')).toBe(within)
    expect([await ask('one'), await ask('another')]).toEqual([429, within])
    const oldest = "UPDATE limited_attempts SET expires_at = ? WHERE id = 'more-1'"
    await service.sql(oldest, Date.now() + 60_000)
    expect(await ask('one')).toBe(429)
    await service.sql(oldest, Date.now())
    expect([await ask('one'), await ask('one')]).toEqual([within, 429])
  })

  it('says in how many seconds the next is let through: when the oldest of as many as are allowed ends', async () => {
    await service.sql('DELETE FROM limited_attempts')
    const email = someone()
    for (let attempt = 1; attempt <= 5; attempt += 1) await login(service, email, 'wrong')
    const rows = await service.sql<{ id: string }>('SELECT DISTINCT id FROM limited_attempts ORDER BY id DESC LIMIT 5')
    for (const [index, { id }] of rows.entries()) {
      const ends = Date.now() + (index + 1) * 100_000
      await service.sql('UPDATE limited_attempts SET expires_at = ? WHERE id = ?', ends, id)
    }
    const refused = await login(service, email, 'wrong')
    const seconds = Number(refused.headers.get('retry-after'))
    expect([refused.body.code, seconds > 90 && seconds <= 100]).toEqual(['rate_limited', true])
  })
})

/** Requests that take the password again, but for who has just signed in, with the answer to who may. */
const SENSITIVE: readonly (readonly [string, string, object, number])[] = [
  ['POST', '/admin/auth/tokens', { name: 'ci', scopes: [] }, 201],
  ['POST', '/api/auth/passkeys/options', {}, 200],
  ['POST', '/api/auth/second-factor', { enabled: false }, 200],
  ['POST', '/api/auth/second-factor/app', {}, 200],
  ['POST', '/api/auth/second-factor/recovery-codes', {}, 200],
  ['DELETE', '/api/auth/passkeys/<own>', {}, 204],
]

describe('ten minutes after signing in', () => {
  it.each(SENSITIVE)('%s %s takes the password again', async (method, path, body, right) => {
    const minutes = 60_000
    const ask = async (age: number, more: object = {}) => {
      const { id, token } = await withApp(service)
      await service.sql(
        `INSERT INTO passkeys (id, user_id, name, public_key, signatures, transports, created_at)
         VALUES (?1, ?1, 'Laptop', '', 0, '[]', 1)`,
        id,
      )
      await service.sql('UPDATE sessions SET created_at = ?1 WHERE user_id = ?2', Date.now() - age, id)
      const to = `${ORIGIN}${path.replace('<own>', id)}`
      const headers = { 'content-type': 'application/json', ...bearer(token), ...from() }
      const answer = await service.fetchAs(to, { method, headers, body: JSON.stringify({ ...body, ...more }) })
      const text = await answer.text()
      return [answer.status, answer.status === 422 ? JSON.parse(text).errors[0].path : null]
    }
    expect(await ask(10 * minutes - 30_000)).toEqual([right, null])
    expect(await ask(10 * minutes)).toEqual([422, 'password'])
    expect(await ask(10 * minutes, { password: '' })).toEqual([422, 'password'])
    expect(await ask(10 * minutes, { password: 'not the password' })).toEqual([401, null])
    expect(await ask(10 * minutes, { password: PASSWORD })).toEqual([right, null])
  })
})

describe('an account has at most 20 passkeys', () => {
  it.each([
    [19, 200],
    [20, 409],
  ])('with %i the next is %i', async (has, status) => {
    const { id, token } = await signedIn(service)
    await service.sql(
      `INSERT INTO passkeys (id, user_id, name, public_key, signatures, transports, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT ?1 || i, ?1, 'Laptop', '', 0, '[]', 1 FROM n`,
      id,
      has,
    )
    const headers = { 'content-type': 'application/json', ...bearer(token), ...from() }
    const to = `${ORIGIN}/api/auth/passkeys/options`
    expect((await service.fetchAs(to, { method: 'POST', headers, body: '{}' })).status).toBe(status)
  })
})
