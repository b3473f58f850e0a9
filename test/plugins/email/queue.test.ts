import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import type { Service } from '../../harness/service.ts'
import {
  KEY,
  makeDue,
  type ProviderServer,
  type StoredMessage,
  send,
  settled,
  startMailService,
  startProvider,
  stored,
} from './mail.ts'

const ACCEPT = () => ({ status: 200, body: { id: 'accepted' } })
const REFUSE = () => ({ status: 503, body: { message: 'not now' } })
const MINUTE = 60_000
const MESSAGE = { to: 'reader@example.com', subject: 'Hello', html: '<p>secret-in-html</p>', text: 'secret-in-text' }

let api: ProviderServer
let service: Service

beforeAll(async () => {
  api = await startProvider(ACCEPT)
  const vars = { MAIL_KEY: KEY, JWT_SECRET: 'a secret of the tests that is long enough for HS256' }
  service = await startMailService({
    vars,
    environment: 'production',
    settings: { provider: 'resend', baseUrl: api.url },
  })
  await service.fetch('/api/health')
})
afterAll(async () => {
  await service.dispose()
  await api.close()
})
beforeEach(async () => {
  await service.sql('DELETE FROM email_messages')
  api.answer = ACCEPT
  api.requests.length = 0
})

const tried = (attempts: number) => (row: StoredMessage) => row.attempts === attempts && row.error !== null

/** A message that the provider has not taken at the first try. */
async function waiting(): Promise<string | null> {
  api.answer = REFUSE
  const id = await send(service, 'sendEmail', MESSAGE)
  await settled(service, id, tried(1))
  return id
}

describe('a message', () => {
  it('does not keep the request waiting', async () => {
    api.answer = () => ({ ...ACCEPT(), delay: 3000 })
    const id = await send(service, 'sendEmail', MESSAGE)
    expect(api.requests).toEqual([])
    expect(await stored(service, id)).toMatchObject({ status: 'queued', attempts: 1 })
    expect((await settled(service, id)).status).toBe('sent')
  })

  it('is not readable while it waits, and is sent as it was written', async () => {
    const id = await waiting()
    const [row] = await service.sql('SELECT * FROM email_messages WHERE id = ?', id)
    expect(row).toMatchObject({ status: 'queued', subject: 'Hello', html: expect.stringMatching(/^sealed\.1\./) })
    expect(JSON.stringify(row)).not.toMatch(/secret-in-(?:html|text)/)
    expect(api.requests[0]?.body).toMatchObject({ html: MESSAGE.html, text: MESSAGE.text })
  })

  it('is no longer readable once it is sent', async () => {
    const id = await send(service, 'sendOneTimeCodeEmail', { to: MESSAGE.to, code: '481516', expiryMinutes: 10 })
    const row = await settled(service, id)
    expect(row).toMatchObject({ status: 'sent', html: null, body: null })
    expect(JSON.stringify(row)).not.toContain('481516')
    expect(JSON.stringify(api.requests)).toContain('481516')
    expect(JSON.stringify(service.logs)).not.toContain('481516')
  })

  it('is no longer readable once it is given up', async () => {
    api.answer = () => ({ status: 422, body: { message: 'no such mailbox' } })
    const id = await send(service, 'sendEmail', MESSAGE)
    expect(await settled(service, id)).toMatchObject({ status: 'failed', html: null, body: null })
  })

  it('is logged with its id, and without its address', async () => {
    const id = await send(service, 'sendEmail', MESSAGE)
    await settled(service, id)
    const line = service.logs.find((entry) => entry.type === 'email' && entry.id === id)
    expect(line).toMatchObject({ level: 'info', status: 'sent', provider: 'resend', template: 'custom', attempts: 1 })
    expect(JSON.stringify(line)).not.toContain(MESSAGE.to)
  })

  it('leads to the domain of the environment, whatever host was asked', async () => {
    await service.fetchAs('https://evil.example/api/letters/sendVerificationEmail', {
      method: 'POST',
      body: JSON.stringify({ to: MESSAGE.to, verificationUrl: '/auth/verify-email?token=t' }),
      headers: { 'content-type': 'application/json' },
    })
    await expect.poll(() => api.requests.length).toBe(1)
    expect(api.requests[0]?.body.text).toContain('https://cms.news.example/auth/verify-email?token=t')
    expect(JSON.stringify(api.requests[0]?.body)).not.toContain('evil.example')
  })
})

describe('a message that was not taken', () => {
  it('is tried again by the trigger, with the same key, and then no more', async () => {
    const id = await waiting()
    api.answer = ACCEPT
    await makeDue(service, id)
    await service.schedule()
    expect(await settled(service, id)).toMatchObject({ status: 'sent', attempts: 2, error: null })
    await service.schedule()
    expect(api.requests).toHaveLength(2)
    expect(api.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id])
    expect(api.requests[1]?.body).toMatchObject({ html: MESSAGE.html, text: MESSAGE.text })
  })

  it('is left alone until its time has come', async () => {
    const id = await waiting()
    await service.schedule()
    expect(api.requests).toHaveLength(1)
    expect((await stored(service, id)).attempts).toBe(1)
  })

  it('waits twice as long each time', async () => {
    const id = await waiting()
    const waits: number[] = []
    for (let attempts = 1; attempts <= 5; attempts++) {
      const row = await settled(service, id, tried(attempts))
      waits.push((row.next_attempt_at - Date.now()) / MINUTE)
      await service.sql('UPDATE email_messages SET next_attempt_at = 1, error = NULL WHERE id = ?', id)
      await service.schedule()
    }
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeLessThanOrEqual(2 ** index)
      expect(wait).toBeGreaterThan(2 ** index - 0.5)
    }
  })

  it('waits as long as the provider asks for', async () => {
    api.answer = () => ({ status: 429, body: { message: 'slow down' }, headers: { 'retry-after': '1800' } })
    const id = await send(service, 'sendEmail', MESSAGE)
    const row = await settled(service, id, tried(1))
    expect((row.next_attempt_at - Date.now()) / MINUTE).toBeGreaterThan(29)
  })

  it('is given up after the twelfth try', async () => {
    const id = await waiting()
    await service.sql('UPDATE email_messages SET attempts = 11, next_attempt_at = 1 WHERE id = ?', id)
    await service.schedule()
    const row = await settled(service, id)
    expect(row).toMatchObject({ status: 'failed', attempts: 12, error: 'Resend answered 503: not now', html: null })
  })

  it('is not sent when what it says is no longer true', async () => {
    const id = await waiting()
    api.answer = ACCEPT
    await service.sql('UPDATE email_messages SET expires_at = 2, next_attempt_at = 1 WHERE id = ?', id)
    await service.schedule()
    expect(await settled(service, id)).toMatchObject({ status: 'failed', html: null, body: null })
    expect(api.requests).toHaveLength(1)
  })

  it('is given up at once where it would be too late the next time', async () => {
    api.answer = REFUSE
    const id = await send(service, 'sendOneTimeCodeEmail', { to: MESSAGE.to, code: '481516', expiryMinutes: 1 })
    expect(await settled(service, id)).toMatchObject({ status: 'failed', attempts: 1, html: null })
  })

  it('is taken up again when its isolate died', async () => {
    api.answer = () => ({ ...ACCEPT(), delay: 2000 })
    const id = await send(service, 'sendEmail', MESSAGE)
    await expect.poll(() => api.requests).toHaveLength(1)
    await service.schedule()
    expect(api.requests).toHaveLength(1) // the first try has its time
    await makeDue(service, id)
    await service.schedule()
    const row = await settled(service, id)
    expect(row).toMatchObject({ status: 'sent', attempts: 2 })
    expect(api.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id])
  })
})

describe('a try that was taken for dead', () => {
  it('has no say any more when it ends after all', async () => {
    api.answer = () => ({ status: 422, body: { message: 'too late' }, delay: 800 })
    const id = await send(service, 'sendEmail', MESSAGE)
    await expect.poll(() => api.requests.length).toBe(1)
    api.answer = () => ({ ...ACCEPT(), delay: 1500 })
    await makeDue(service, id)
    await service.schedule()
    expect(await settled(service, id)).toMatchObject({ status: 'sent', attempts: 2, error: null })
  })
})

describe('two triggers at once', () => {
  it('send each message once', async () => {
    api.answer = REFUSE
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(service, 'sendEmail', { ...MESSAGE, to: `reader-${index}@example.com` }),
      ),
    )
    for (const id of ids) await settled(service, id, tried(1))
    api.answer = () => ({ ...ACCEPT(), delay: 20 })
    api.requests.length = 0
    await service.sql('UPDATE email_messages SET next_attempt_at = 1')
    await Promise.all([service.schedule(), service.schedule(), service.schedule()])
    for (const id of ids) expect(await settled(service, id)).toMatchObject({ status: 'sent', attempts: 2 })
    const keys = api.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys.sort()).toEqual([...ids].sort())
  })
})

describe('the log', () => {
  it('is for administrators, and says nothing of what messages say', async () => {
    await settled(service, await send(service, 'sendEmail', MESSAGE))
    const id = await waiting()
    const { status, body } = await service.json('/admin/plugins/email/messages?limit=1', { headers: as('admin') })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      data: { pagination: { page: 1, limit: 1, total: 2, totalPages: 2, hasNext: true, hasPrev: false } },
    })
    expect(body.data.messages).toHaveLength(1)
    expect(body.data.messages[0]).toMatchObject({
      id,
      to: MESSAGE.to,
      status: 'queued',
      error: 'Resend answered 503: not now',
    })
    expect(JSON.stringify(body)).not.toContain('secret-in')
  })

  it('can be asked for a status and an address', async () => {
    await settled(service, await send(service, 'sendEmail', { ...MESSAGE, to: 'ann@example.com' }))
    await waiting()
    const ask = async (query: string) => {
      const { body } = await service.json(`/admin/plugins/email/messages?${query}`, { headers: as('admin') })
      return body.data.messages.map(({ to, status }: { to: string; status: string }) => `${to} ${status}`)
    }
    expect(await ask('status=sent')).toEqual(['ann@example.com sent'])
    expect(await ask('to=Ann@Example.com')).toEqual(['ann@example.com sent'])
    expect(await ask('status=failed')).toEqual([])
    expect(await ask('page=2')).toEqual([])
  })

  it('is a page for a browser, with a way to what is older', async () => {
    for (const to of ['ann@example.com', 'bob@example.com', 'cleo@example.com']) {
      await settled(service, await send(service, 'sendEmail', { ...MESSAGE, to }))
    }
    const show = async (query: string) => {
      const headers = { accept: 'text/html', ...as('admin') }
      return (await service.fetch(`/admin/plugins/email/messages?${query}`, { headers })).text()
    }
    const first = await show('limit=2&status=sent')
    expect(first).toContain('cleo@example.com')
    expect(first).not.toContain('ann@example.com')
    const older = /rel="next" href="[^"?]+\?([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await show(older)
    expect(second).toContain('ann@example.com')
    expect(second).not.toContain('cleo@example.com')
    expect(second).toContain('rel="prev"')
    expect(second).not.toContain('rel="next"')
  })

  it('forgets what is over after the days of the settings', async () => {
    const old = await send(service, 'sendEmail', MESSAGE)
    await settled(service, old)
    const young = await send(service, 'sendEmail', MESSAGE)
    await settled(service, young)
    const queued = await waiting()
    const days = (count: number) => Date.now() - count * 86_400_000
    await service.sql('UPDATE email_messages SET created_at = ? WHERE id IN (?, ?)', days(31), old, queued)
    await service.sql('UPDATE email_messages SET created_at = ? WHERE id = ?', days(29), young)
    await service.schedule()
    const left = await service.sql<{ id: string }>('SELECT id FROM email_messages ORDER BY id')
    expect(left.map(({ id }) => id)).toEqual([young, queued].sort())
  })
})

describe('without the key of the provider', () => {
  it('messages wait for it, and the request goes on', async () => {
    const keyless = await startMailService({ environment: 'production', vars: {}, settings: { baseUrl: api.url } })
    const id = await send(keyless, 'sendVerificationEmail', { to: MESSAGE.to, verificationUrl: '/verify' })
    const row = await settled(keyless, id, tried(1))
    expect(row).toMatchObject({ status: 'queued', error: expect.stringContaining('MAIL_KEY') })
    expect(api.requests).toHaveLength(0)
    await keyless.dispose()
  })
})
