import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Service, startService } from '../harness/service.ts'
import { addUser, bearer, freshAddress, PASSWORD, SECRET, signedIn } from '../plugins/core-auth/people.ts'

/** Mails that tell of a change are written down with it: whatever fails, there is both or neither. */
let service: Service
let admin: Record<string, string>
let count = 0

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET }, faults: true })
  await service.fetch('/api/health')
  admin = bearer((await signedIn(service, 'admin')).token)
})
afterAll(() => service.dispose())

interface Change {
  /** Makes the change; gives what finds it again. */
  readonly act: () => Promise<{ readonly status: number; readonly email: string }>
  /** Number of times that it was made, by the address. */
  readonly made: string
  readonly template: string
}

const newAddress = () => {
  count += 1
  return `newcomer-${count}@example.com`
}
const send = (path: string, body: unknown, method = 'POST') =>
  service.json(path, { method, body, headers: { ...admin, 'cf-connecting-ip': freshAddress() } })
const register = (email: string) =>
  service.json('/auth/register', {
    body: { email, password: PASSWORD },
    headers: { 'cf-connecting-ip': freshAddress() },
  })

const CHANGES: Readonly<Record<string, Change>> = {
  'an account that is registered': {
    act: async () => {
      const email = newAddress()
      return { status: (await register(email)).status, email }
    },
    made: 'SELECT id FROM users WHERE email = ?1',
    template: 'verification',
  },
  'an invitation': {
    act: async () => {
      const email = newAddress()
      return { status: (await send('/admin/users/invite', { email, role: 'author' })).status, email }
    },
    made: 'SELECT id FROM invitations WHERE email = ?1',
    template: 'invitation',
  },
  'an address that is changed': {
    act: async () => {
      const email = newAddress()
      const { id } = await addUser(service)
      return { status: (await send(`/admin/users/${id}`, { email }, 'PATCH')).status, email }
    },
    made: 'SELECT id FROM users WHERE email = ?1 AND email_verified = 0',
    template: 'verification',
  },
  'a password that is changed': {
    act: async () => {
      const { email, token } = await signedIn(service)
      const body = { currentPassword: PASSWORD, password: 'a new and better one' }
      const headers = { ...bearer(token), 'cf-connecting-ip': freshAddress() }
      return { status: (await service.json('/api/auth/password', { body, headers })).status, email }
    },
    made: 'SELECT id FROM users WHERE email = ?1 AND updated_at > created_at',
    template: 'password-changed',
  },
  'a token that is made': {
    act: async () => {
      const { id, email } = await addUser(service, { role: 'editor' })
      const body = { name: 'desk', scopes: ['content.create'], userId: id }
      return { status: (await send('/admin/auth/tokens', body)).status, email }
    },
    made: 'SELECT t.id FROM api_tokens AS t JOIN users AS u ON u.id = t.user_id WHERE u.email = ?1',
    template: 'token-made',
  },
}

const INTO_MAIL = 'insert into .email_messages'

describe.each(Object.entries(CHANGES))('%s', (_, { act, made, template }) => {
  beforeEach(() => service.fault('DB', null))

  const found = async (email: string) => {
    const mails = await service.sql('SELECT template FROM email_messages WHERE recipient = ?1', email)
    return { changes: (await service.sql(made, email)).length, mails: mails.map((mail) => mail.template) }
  }

  test('comes with its mail', async () => {
    const { status, email } = await act()
    expect(status).toBeLessThan(300)
    expect(await found(email)).toEqual({ changes: 1, mails: [template] })
  })

  test('does not come about where the mail cannot be written', async () => {
    await service.fault('DB', 'down', { matching: INTO_MAIL })
    const { status, email } = await act()
    await service.fault('DB', null)
    expect(status).toBe(503)
    expect(await found(email)).toEqual({ changes: 0, mails: [] })
  })

  test('has its mail where the answer is lost', async () => {
    await service.fault('DB', 'lost', { matching: INTO_MAIL, nth: 1 })
    const { status, email } = await act()
    await service.fault('DB', null)
    expect(status).toBe(503)
    expect(await found(email)).toEqual({ changes: 1, mails: [template] })
    await service.sql('UPDATE email_messages SET next_attempt_at = 0 WHERE recipient = ?1', email)
    await service.schedule()
    const [mail] = await service.sql('SELECT status, attempts FROM email_messages WHERE recipient = ?1', email)
    expect(mail).toEqual({ status: 'sent', attempts: 2 })
  })
})

test('an address that is taken gets one mail, and no second account', async () => {
  const { email } = await addUser(service)
  expect((await register(email)).status).toBe(201)
  const mails = await service.sql('SELECT template FROM email_messages WHERE recipient = ?1', email)
  expect(mails).toEqual([{ template: 'account-exists' }])
  expect(await service.sql('SELECT id FROM users WHERE email = ?1', email)).toHaveLength(1)
})

test('a change that is refused leaves no mail and no link', async () => {
  const taken = (await addUser(service)).email
  const before = await service.sql('SELECT token_hash FROM one_time_tokens')
  expect((await send('/admin/users/invite', { email: taken, role: 'author' })).status).toBe(409)
  const mails = await service.sql('SELECT id FROM email_messages WHERE recipient = ?1', taken)
  expect(mails).toEqual([])
  expect(await service.sql('SELECT token_hash FROM one_time_tokens')).toHaveLength(before.length)
})

test('a mail that cannot be prepared after the response is logged with the id of its request', async () => {
  const { email } = await addUser(service)
  await service.fault('DB', 'down', { matching: 'insert into .one_time_tokens' })
  const headers = { 'cf-connecting-ip': freshAddress() }
  const { status, headers: given } = await service.json('/auth/forgot-password', { body: { email }, headers })
  expect(status).toBe(200)
  const requestId = given.get('x-request-id')
  const failure = () => service.logs.find((line) => line.type === 'after-response' && line.requestId === requestId)
  await expect.poll(failure).toMatchObject({ level: 'error', error: expect.stringContaining('D1') })
  await service.fault('DB', null)
})
