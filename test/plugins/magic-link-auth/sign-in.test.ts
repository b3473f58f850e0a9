import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { codeIn, mailsTo, nextMail } from '../core-auth/mailbox.ts'
import { addUser, bearer, cookiesOf, login, me, PASSWORD, SECRET, signedIn } from '../core-auth/people.ts'
import { ask, HTML, linkFor, openLink, REQUEST, VERIFY, visit } from './links.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET } })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

const rowsOf = (email: string) =>
  service.sql<{
    token: string
    used: number
    used_at: number | null
    expires_at: number
    created_at: number
    ip_address: string
    user_agent: string
  }>('SELECT * FROM magic_links WHERE user_email = ?', email)

describe('a sign-in link', () => {
  it('leads from the mail in the outbox to a session, as the API sees it', async () => {
    const admin = await signedIn(service, 'admin')
    const { email } = await addUser(service, { role: 'editor' })
    const asked = await ask(service, ` ${email.toUpperCase()} `)
    expect([asked.status, Object.keys(asked.body)]).toEqual([200, ['message']])
    await nextMail(service, email)
    const outbox = await service.json(`/admin/plugins/email/outbox?to=${email}`, { headers: bearer(admin.token) })
    const [mail] = outbox.body.data
    expect(mail).toMatchObject({ to: email, template: 'magic-link' })
    const link = /http:\/\/\S+\/auth\/magic-link\/verify\?token=[\w-]+/.exec(mail.text)?.[0] ?? ''
    const { status, body, headers } = await openLink(service, new URL(link).pathname + new URL(link).search)
    expect([status, Object.keys(body).sort()]).toEqual([200, ['expiresIn', 'refreshToken', 'token', 'user']])
    expect(body.user).toMatchObject({ email, role: 'editor' })
    expect((await me(service, body.token)).body.user.email).toBe(email)
    expect(cookiesOf({ headers })).toMatchObject({
      auth_token: { attributes: expect.arrayContaining(['HttpOnly', 'SameSite=Lax']) },
      refresh_token: { attributes: expect.arrayContaining(['HttpOnly', 'SameSite=Strict']) },
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('leads a browser to the admin, or to a path of this site that was asked for', async () => {
    const { email } = await addUser(service, { role: 'editor' })
    const plain = await visit(service, await linkFor(service, email))
    expect([plain.status, plain.headers.get('location')]).toEqual([302, '/admin/'])
    const cookie = `auth_token=${cookiesOf(plain).auth_token?.value}`
    expect((await service.json('/api/auth/me', { headers: { cookie } })).body.user.email).toBe(email)
    const asked = await linkFor(service, email, 2, { redirect: '/admin/content?page=2' })
    expect((await visit(service, asked)).headers.get('location')).toBe('/admin/content?page=2')
    const foreign = await linkFor(service, email, 3, { redirect: 'https://evil.example/' })
    expect(foreign).not.toContain('evil')
    const changed = await visit(service, `${foreign}&redirect=//evil.example`)
    expect([changed.status, changed.headers.get('location')]).toEqual([302, '/admin/'])
  })

  it('is two random UUIDs, kept as their SHA-256 with who asked from where', async () => {
    const { email } = await addUser(service)
    await service.json(REQUEST, {
      body: { email },
      headers: { 'cf-connecting-ip': '192.0.2.77', 'user-agent': 'Quill' },
    })
    const body = (await nextMail(service, email)).body
    const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
    const token = new RegExp(`token=(${uuid}-${uuid})`).exec(body)?.[1] ?? ''
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
    const [row] = await rowsOf(email)
    expect(row).toMatchObject({ used: 0, used_at: null, ip_address: '192.0.2.77', user_agent: 'Quill' })
    expect(row?.token).toBe(Buffer.from(digest).toString('hex'))
    expect((row?.expires_at ?? 0) - (row?.created_at ?? 0)).toBe(15 * 60_000)
    await openLink(service, `${VERIFY}?token=${token}`)
    const [used] = await rowsOf(email)
    expect(used?.used).toBe(1)
    expect(used?.used_at).toBeGreaterThanOrEqual(row?.created_at ?? 0)
    expect(JSON.stringify(service.logs)).not.toContain(token)
  })

  it('works once, whoever comes at the same time', async () => {
    const { id, email } = await addUser(service)
    const link = await linkFor(service, email)
    const answers = await Promise.all(Array.from({ length: 8 }, () => openLink(service, link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
    expect(answers.find(({ status }) => status === 401)?.body.code).toBe('magic_link_invalid')
    expect(await service.sql('SELECT id FROM sessions WHERE user_id = ?', id)).toHaveLength(1)
    expect((await openLink(service, link)).body.code).toBe('magic_link_invalid')
  })

  it('is refused in the same words whether it is unknown, missing, used or expired', async () => {
    const { email } = await addUser(service)
    const [used, expired] = [await linkFor(service, email), await linkFor(service, email, 2)]
    await openLink(service, used)
    await service.sql('UPDATE magic_links SET expires_at = 1 WHERE user_email = ? AND used = 0', email)
    const refused = [used, expired, `${VERIFY}?token=nobody`, VERIFY, `${VERIFY}?token=${'x'.repeat(4000)}`]
    const answers = await Promise.all(refused.map((link) => openLink(service, link)))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body, requestId: '' }))).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ code: 'magic_link_invalid' })
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
    const reasons = service.logs.flatMap(({ type, event, reason }) =>
      type === 'magic_link' && event === 'refused' ? [reason] : [],
    )
    expect(reasons).toEqual(expect.arrayContaining(['used', 'expired', 'unknown']))
  })

  it('shows a browser a page with the way to a new one, under the same status', async () => {
    const page = await visit(service, `${VERIFY}?token=nobody&redirect=${encodeURIComponent('/"><script>1</script>')}`)
    const text = await page.text()
    expect(page.status).toBe(401)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(text).toContain('This link does not work')
    expect(text).toContain(`action="${REQUEST}"`)
    expect(text).not.toContain('<script>1')
  })

  it('is not used up by programs that look ahead', async () => {
    const { email } = await addUser(service)
    const link = await linkFor(service, email)
    const head = await service.fetch(link, { method: 'HEAD' })
    expect([head.status, head.headers.getSetCookie()]).toEqual([200, []])
    const ahead = [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
      { 'x-purpose': 'preview' },
    ]
    for (const headers of ahead) {
      expect((await openLink(service, link, headers)).headers.getSetCookie()).toEqual([])
      const page = await visit(service, link, headers)
      expect([page.status, page.headers.getSetCookie()]).toEqual([200, []])
      expect(await page.text()).toContain('name="token"')
    }
    expect(await rowsOf(email)).toMatchObject([{ used: 0 }])
    expect((await openLink(service, link)).status).toBe(200)
  })

  it('does not open a deactivated account, whenever that happened', async () => {
    const { email } = await addUser(service)
    const link = await linkFor(service, email)
    await service.sql('UPDATE users SET is_active = 0 WHERE email = ?', email)
    expect((await openLink(service, link)).body.code).toBe('magic_link_invalid')
    await ask(service, email)
    await service.sql('UPDATE users SET is_active = 1 WHERE email = ?', email)
    expect(await mailsTo(service, email)).toHaveLength(1)
    expect((await openLink(service, link)).status).toBe(401)
  })

  it('asks for the code where a second factor is on', async () => {
    const person = await signedIn(service)
    const body = { enabled: true, password: PASSWORD }
    await service.json('/api/auth/second-factor', { body, headers: bearer(person.token) })
    const answer = await openLink(service, await linkFor(service, person.email))
    expect([answer.status, answer.body]).toEqual([200, { challenge: 'otp', challengeToken: expect.any(String) }])
    expect(answer.headers.getSetCookie()).toEqual([])
    const code = codeIn(await nextMail(service, person.email, 2))
    const { challengeToken } = answer.body
    expect((await service.json('/api/auth/otp', { body: { challengeToken, code } })).status).toBe(200)
    const page = await visit(service, await linkFor(service, person.email, 3, { redirect: '/docs' }))
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []])
    const text = await page.text()
    expect(text).toContain('name="challengeToken"')
    expect(text).toContain('value="/docs"')
  })

  it('is forgotten a week after its end', async () => {
    const { email } = await addUser(service)
    await linkFor(service, email)
    await linkFor(service, email, 2)
    const week = 7 * 86_400_000
    const [first, second] = await service.sql<{ id: string }>('SELECT id FROM magic_links WHERE user_email = ?', email)
    await service.sql('UPDATE magic_links SET expires_at = ? WHERE id = ?', Date.now() - week - 1000, first?.id)
    await service.sql('UPDATE magic_links SET expires_at = ? WHERE id = ?', Date.now() - week + 60_000, second?.id)
    await service.schedule()
    expect(await rowsOf(email)).toEqual([expect.objectContaining({ id: second?.id })])
  })
})

describe('asking for a link', () => {
  it('needs an email address, and nothing that it does not know', async () => {
    for (const body of [{}, { email: '' }, { email: 'nonsense' }, { email: 'a b@example.com' }, { email: ['x@y.z'] }]) {
      expect((await service.json(REQUEST, { body })).status).toBe(422)
    }
    const unknown = await ask(service, 'someone@example.com', { admin: true })
    expect(unknown.body.errors).toEqual([expect.objectContaining({ path: 'admin', code: 'unknown_field' })])
  })

  it('works by a form, from this site only', async () => {
    const { email } = await addUser(service)
    const submit = (fields: Record<string, string>, headers: Record<string, string>) =>
      service.fetch(REQUEST, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { accept: HTML, ...headers },
      })
    const own = { origin: service.url.origin }
    const foreign = await submit({ email }, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    const sent = await submit({ email, redirect: '/docs' }, own)
    expect(sent.status).toBe(200)
    expect(await sent.text()).toContain('If there is an account')
    expect((await nextMail(service, email)).body).toContain('redirect=%2Fdocs')
    const bad = await submit({ email: '"><script>alert(1)</script>' }, own)
    const text = await bad.text()
    expect(bad.status).toBe(422)
    expect(text).toContain('An email address is required.')
    expect(text).not.toContain('<script>alert')
  })

  it('has a page, offered where people sign in', async () => {
    const page = await visit(service, `${REQUEST}?redirect=%2Fdocs`)
    const text = await page.text()
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(text).toContain(`<form method="post" action="${REQUEST}"`)
    expect(text).toContain('name="redirect" value="/docs"')
    const signIn = await (await visit(service, '/auth/login?redirect=%2Fdocs')).text()
    expect(signIn).toContain(`href="${REQUEST}?redirect=%2Fdocs"`)
  })

  it('is limited to five an hour for each address, atomically', async () => {
    const { email } = await addUser(service)
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask(service, email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.code).toBe('rate_limited')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3000)
    await nextMail(service, email, 5)
    expect((await login(service, email)).status).toBe(200)
  })
})
