import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Service, startService } from '../../harness/service.ts'
import { mailsTo, nextMail } from '../core-auth/mailbox.ts'
import { addUser, SECRET } from '../core-auth/people.ts'
import { ask, HTML, REQUEST } from './links.ts'

let service: Service

/** Parts of the statements that are asked every few seconds, whatever the request: whether the schema or the plugins changed. */
const BY_THE_CLOCK = ['AS position', 'FROM plugins']

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET }, observe: true })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

/** Everything of an answer but what differs with every request; durations are told to strangers in development only. */
function seen({ status, headers, body }: Answer) {
  const own = ['x-request-id', 'x-response-time', 'date', 'retry-after', 'server-timing']
  const kept = [...headers].filter(([name]) => !own.includes(name))
  const { requestId: _, ...rest } = typeof body === 'string' ? { body } : body
  return { status, headers: kept, body: rest }
}

/** Addresses of every kind that an answer could give away. */
async function addresses(): Promise<Record<string, string>> {
  const [active, inactive, unverified] = [
    await addUser(service),
    await addUser(service, { isActive: false }),
    await addUser(service),
  ]
  await service.sql('UPDATE users SET email_verified = 0 WHERE email = ?', unverified.email)
  const unknown = `nobody-${crypto.randomUUID()}@example.com`
  return { active: active.email, inactive: inactive.email, unverified: unverified.email, unknown }
}

describe('whether there is an account', () => {
  it('shows in no answer: not in status, headers or body, up to the limit and beyond', async () => {
    const kinds = await addresses()
    for (let request = 1; request <= 7; request += 1) {
      const answers = await Promise.all(Object.values(kinds).map((email) => ask(service, email)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => (request <= 5 ? 200 : 429)))
      const [first, ...others] = answers.map(seen)
      for (const other of others) expect(other).toEqual(first)
    }
  })

  it('shows on no page', async () => {
    const pages = await Promise.all(
      Object.values(await addresses()).map(async (email) => {
        const answer = await service.fetch(REQUEST, {
          method: 'POST',
          body: new URLSearchParams({ email }),
          headers: { accept: HTML, origin: service.url.origin },
        })
        const nonces = /nonce="[^"]+"/g
        return [answer.status, (await answer.text()).replace(nonces, '').replaceAll(email, '')]
      }),
    )
    for (const page of pages) expect(page).toEqual(pages[0])
  })

  it('costs no answer any time: the same is asked of the database before it', async () => {
    const { active = '', unknown = '' } = await addresses()
    await ask(service, `warm-${unknown}`)
    const asked = async (email: string) => {
      // Work that begins after an earlier response, and a while after it, is not this one's.
      let quiet = 0
      const listen = async () => {
        quiet = (await service.observed()).calls.length === 0 ? quiet + 1 : 0
        return quiet
      }
      await expect.poll(listen, { interval: 100, timeout: 10_000 }).toBe(4)
      await ask(service, email)
      const { calls } = await service.observed()
      const statements = calls
        .map((batch) => batch.map(({ sql }) => sql))
        .filter(([sql = '']) => !BY_THE_CLOCK.some((part) => sql.includes(part)))
      const found = statements.findIndex((batch) => batch.some((sql) => /from \[users\]/i.test(sql)))
      return statements.slice(0, found === -1 ? undefined : found)
    }
    const known = await asked(active)
    expect(known.length).toBeGreaterThan(0)
    expect(await asked(unknown)).toEqual(known)
    expect(known.flat().join(' ')).not.toMatch(/users|magic_links|email_messages/)
  })

  it('is known to the mailbox alone', async () => {
    const { active = '', inactive = '', unverified = '', unknown = '' } = await addresses()
    for (const email of [inactive, unknown, unverified, active]) await ask(service, email)
    expect((await nextMail(service, active)).template).toBe('magic-link')
    expect((await nextMail(service, unverified)).template).toBe('verification')
    for (const email of [inactive, unknown]) expect(await mailsTo(service, email)).toEqual([])
  })
})
