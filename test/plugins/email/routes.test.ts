import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { outbox, send, settled, sharedMailService, startMailService, stored } from './mail.ts'

const service = sharedMailService(() => ({ vars: {} }))
const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const PAGES = ['settings', 'messages', 'outbox', 'templates', 'templates/verification', 'outbox/none'].map(
  (page) => `/admin/plugins/email/${page}`,
)
const NAMES = [
  'registration-confirmation',
  'verification',
  'password-reset',
  'password-changed',
  'one-time-code',
  'magic-link',
  'account-exists',
  'invitation',
  'token-made',
  'sign-in-changed',
  'test',
]

const page = (path: string) => service.fetch(path, { headers: { ...BROWSER, ...as('admin') } })
const sendTest = (body: unknown, headers: Record<string, string> = as('admin')) =>
  service.json('/admin/plugins/email/test', { method: 'POST', body, headers })

describe('who may see mail', () => {
  it.each(PAGES)('%s is for administrators', async (path) => {
    expect((await service.json(path)).status).toBe(401)
    for (const role of ['viewer', 'author', 'editor']) {
      expect((await service.json(path, { headers: as(role) })).status, role).toBe(403)
    }
  })

  it('a test message is for administrators, from a page of this site', async () => {
    const body = { to: 'reader@example.com' }
    expect((await sendTest(body, {})).status).toBe(401)
    expect((await sendTest(body, as('editor'))).status).toBe(403)
    expect((await sendTest(body, as('admin', 'ann', 'cookie'))).body.code).toBe('csrf_failed')
  })
})

describe('POST /admin/plugins/email/test', () => {
  it('sends a test message', async () => {
    const { status, body } = await sendTest({ to: 'tester@example.com' })
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, data: { id: expect.any(String) } })
    const [found] = await outbox(service, 'tester@example.com')
    expect(found).toMatchObject({
      id: body.data.id,
      template: 'test',
      subject: 'Test message from The "Daily" News, Ltd.',
    })
  })

  it('takes the form of the settings page, and leads a browser to the log', async () => {
    const answer = await service.fetch('/admin/plugins/email/test', {
      method: 'POST',
      body: new URLSearchParams({ to: 'form@example.com' }),
      headers: { ...BROWSER, ...as('admin', 'ann', 'cookie'), origin: service.url.origin },
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/admin/plugins/email/messages')
    expect(await outbox(service, 'form@example.com')).toHaveLength(1)
  })

  it.each([
    ['no address', {}],
    ['what is none', { to: 'nobody' }],
    ['several', { to: 'a@example.com,b@example.com' }],
    ['a line break', { to: 'a@example.com\r\nBcc: b@example.com' }],
    ['something else', { to: 'a@example.com', cc: 'b@example.com' }],
    ['a number', { to: 5 }],
  ])('refuses %s', async (_, body) => {
    expect(await sendTest(body)).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
  })
})

describe('the outbox', () => {
  it('gives the messages to an address, newest first, as JSON', async () => {
    const to = 'json@example.com'
    await send(service, 'sendOneTimeCodeEmail', { to, code: '111111', expiryMinutes: 5 })
    const id = await send(service, 'sendOneTimeCodeEmail', { to, code: '222222', expiryMinutes: 5 })
    await settled(service, id)
    const found = await outbox(service, 'JSON@example.com ')
    expect(found.map(({ text }) => /\d{6}/.exec(text)?.[0])).toEqual(['222222', '111111'])
    expect(found[0]).toMatchObject({
      id,
      to,
      template: 'one-time-code',
      status: 'sent',
      provider: 'outbox',
      error: null,
    })
    expect(await outbox(service, 'nobody@example.com')).toEqual([])
  })

  it('is a page for a browser, on which subjects and addresses are text', async () => {
    const id = await send(service, 'sendEmail', { to: 'page@example.com', subject: '<b>bold</b>', html: '<p>x</p>' })
    const answer = await page('/admin/plugins/email/outbox')
    const html = await answer.text()
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain(`href="/admin/plugins/email/outbox/${id}">&lt;b&gt;bold&lt;/b&gt;</a>`)
    expect(html).not.toMatch(/<script(?! src=)|\son\w+=/)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('shows a message as it was written, with nothing in it that could run', async () => {
    const html = '<p>Hello</p><script>alert(1)</script>'
    const id = await send(service, 'sendEmail', { to: 'page@example.com', subject: 'Hello', html })
    const answer = await page(`/admin/plugins/email/outbox/${id}`)
    expect(await answer.text()).toBe(html)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/sandbox(?!.*allow-scripts)/)
    expect((await page('/admin/plugins/email/outbox/none')).status).toBe(404)
  })

  it('refuses parameters that it does not know', async () => {
    const { status, body } = await service.json('/admin/plugins/email/outbox?too=x', { headers: as('admin') })
    expect(status).toBe(400)
    expect(body.detail).toContain('Did you mean to?')
  })

  it('does not exist in production', async () => {
    const production = await startMailService({ environment: 'production' })
    for (const path of [
      '/admin/plugins/email/outbox',
      '/admin/plugins/email/outbox?to=a@example.com',
      '/admin/plugins/email/outbox/x',
    ]) {
      const { status, body } = await production.json(path, { headers: as('admin') })
      expect(status).toBe(404)
      expect(body.code).toBe('not_found')
    }
    await production.dispose()
  })
})

describe('the templates', () => {
  it('are listed, with a preview of each', async () => {
    const { body } = await service.json('/admin/plugins/email/templates', { headers: as('admin') })
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(NAMES)
    const html = await (await page('/admin/plugins/email/templates')).text()
    for (const name of NAMES) {
      for (const scheme of ['light', 'dark']) {
        expect(html).toContain(`<iframe src="/admin/plugins/email/templates/${name}?scheme=${scheme}"`)
      }
    }
    expect(html.match(/<iframe(?![^>]* sandbox="allow-popups")/)).toBeNull()
  })

  it('are shown light or dark, whatever the browser likes', async () => {
    const shown = async (query: string) => (await page(`/admin/plugins/email/templates/verification${query}`)).text()
    expect(await shown('')).toContain('@media (prefers-color-scheme:dark)')
    expect(await shown('?scheme=dark')).toContain('@media all{')
    expect(await shown('?scheme=light')).toContain('@media not all{')
  })

  it.each(NAMES)('%s is shown as it is sent, as HTML and as text', async (name) => {
    const html = await page(`/admin/plugins/email/templates/${name}`)
    expect(html.status).toBe(200)
    expect(html.headers.get('content-security-policy')).toContain('sandbox')
    expect(await html.text()).toContain('The &quot;Daily&quot; News, Ltd.')
    const text = await page(`/admin/plugins/email/templates/${name}?format=text`)
    expect(text.headers.get('content-type')).toContain('text/plain')
    expect(await text.text()).toContain('-- \nThe "Daily" News, Ltd.')
  })

  it('that do not exist are 404', async () => {
    expect((await page('/admin/plugins/email/templates/constructor')).status).toBe(404)
  })
})

describe('the log', () => {
  it('is found by address and status, page by page', async () => {
    await sendTest({ to: 'found@example.com' })
    await sendTest({ to: 'found@example.com' })
    const found = await (await page('/admin/plugins/email/messages?to=found@example.com&status=&limit=1')).text()
    expect(found).toContain('to=found%40example.com&amp;limit=1&amp;page=2')
    const none = await (await page('/admin/plugins/email/messages?to=found@example.com&status=failed')).text()
    expect(none).toContain('No messages')
    expect(none).toMatch(/<option value="failed" selected/)
  })
})

describe('the settings page', () => {
  it('keeps what was typed where it is not an address', async () => {
    const answer = await service.fetch('/admin/plugins/email/test', {
      method: 'POST',
      body: new URLSearchParams({ to: 'no "address"' }),
      headers: { ...BROWSER, ...as('admin') },
    })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('value="no &quot;address&quot;"')
    expect(html).toMatch(/<p id="to-note" role="alert"[^>]*>This must be a single email address\.</)
  })

  it('shows how mail is sent, and a form', async () => {
    const html = await (await page('/admin/plugins/email/settings')).text()
    expect(html).toContain('the development outbox, instead of resend')
    expect(html).toContain('The &quot;Daily&quot; News, Ltd. &lt;desk@news.example&gt;')
    expect(html).toContain('<form method="post" action="/admin/plugins/email/test"')
  })

  it('says which secret is missing, and never what one is', async () => {
    const production = await startMailService({ environment: 'production', vars: {} })
    const show = async (from: typeof production) =>
      (await from.fetch('/admin/plugins/email/settings', { headers: { ...BROWSER, ...as('admin') } })).text()
    expect(await show(production)).toContain('The secret MAIL_KEY of the plugin email is not set.')
    await production.dispose()
    const keyed = await startMailService({ environment: 'production', vars: { MAIL_KEY: 'the-key-itself' } })
    expect(await show(keyed)).not.toContain('the-key-itself')
    await keyed.dispose()
  })
})

describe('the settings', () => {
  it('draw the logo, and the name where it does not load', async () => {
    const logo = 'https://cdn.news.example/logo.png?a=1&b="'
    const branded = await startMailService({ vars: {}, settings: { logoUrl: logo } })
    await send(branded, 'sendRegistrationConfirmationEmail', { to: 'logo@example.com' })
    const [found] = await outbox(branded, 'logo@example.com')
    expect(found?.html).toContain(
      '<img src="https://cdn.news.example/logo.png?a=1&amp;b=&quot;" alt="The &quot;Daily&quot; News, Ltd."',
    )
    await branded.dispose()
  })

  it('can have mail delivered in development too', async () => {
    const delivering = await startMailService({
      settings: { deliverInDevelopment: true, baseUrl: 'http://127.0.0.1:9' },
    })
    const id = await send(delivering, 'sendEmail', { to: 'a@example.com', subject: 'Hello', html: '<p>x</p>' })
    const row = await settled(delivering, id, ({ error }) => error !== null)
    expect(row).toMatchObject({ status: 'queued', error: expect.stringContaining('cannot be reached') })
    expect((await stored(delivering, id)).provider).toBeNull()
    await delivering.dispose()
  })
})

describe('test messages', () => {
  it('are at most thirty an hour, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => sendTest({ to: 'many@example.com' })))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(30)
    const answer = await service.fetch('/admin/plugins/email/test', {
      method: 'POST',
      body: new URLSearchParams({ to: 'late@example.com' }),
      headers: { ...BROWSER, ...as('admin') },
    })
    expect([answer.status, (await answer.text()).includes('value="late@example.com"')]).toEqual([429, true])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
