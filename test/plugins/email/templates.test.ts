import { describe, expect, it } from 'vitest'
import type { EmailService } from '../../../plugins/email/service.ts'
import { outbox, send, sharedMailService } from './mail.ts'

const service = sharedMailService(() => ({ vars: {} }))

const HOSTILE = `<img src=x onerror=alert(1)> "Bobby" & 'Tables'\r\nBcc: victim@example.com`

interface Case {
  readonly template: string
  readonly method: keyof EmailService
  readonly message: Readonly<Record<string, unknown>>
  readonly subject: string
  /** Properties that both parts must have. */
  readonly holds: readonly string[]
}

const LINK = 'https://www.news.example/go?token=a1b2&next=%2Fhome'

const cases: readonly Case[] = [
  {
    template: 'verification',
    method: 'sendVerificationEmail',
    message: { verificationUrl: LINK },
    subject: 'Confirm your email address for The "Daily" News, Ltd.',
    holds: [LINK, '24 hours'],
  },
  {
    template: 'password-reset',
    method: 'sendPasswordResetEmail',
    message: { resetUrl: LINK },
    subject: 'Set a new password for The "Daily" News, Ltd.',
    holds: [LINK, '1 hour'],
  },
  {
    template: 'one-time-code',
    method: 'sendOneTimeCodeEmail',
    message: { code: '004217', expiryMinutes: 10 },
    subject: 'Your sign-in code for The "Daily" News, Ltd.',
    holds: ['004217', '10 minutes'],
  },
  {
    template: 'magic-link',
    method: 'sendMagicLinkEmail',
    message: { magicLinkUrl: LINK, expiryMinutes: 90 },
    subject: 'Your sign-in link for The "Daily" News, Ltd.',
    holds: [LINK, '1 hour and 30 minutes'],
  },
  {
    template: 'registration-confirmation',
    method: 'sendRegistrationConfirmationEmail',
    message: { loginUrl: LINK },
    subject: 'Welcome to The "Daily" News, Ltd.',
    holds: [LINK],
  },
  {
    template: 'password-changed',
    method: 'sendPasswordChangedEmail',
    message: { resetUrl: LINK },
    subject: 'Your password for The "Daily" News, Ltd. was changed',
    holds: [LINK, 'set another password'],
  },
  {
    template: 'account-exists',
    method: 'sendAccountExistsEmail',
    message: { loginUrl: LINK, resetUrl: `${LINK}&reset` },
    subject: 'Your account at The "Daily" News, Ltd.',
    holds: [LINK, `${LINK}&reset`],
  },
  {
    template: 'invitation',
    method: 'sendInvitationEmail',
    message: { inviteUrl: LINK, role: 'editor', expiryMinutes: 7 * 1440 },
    subject: 'You are invited to The "Daily" News, Ltd.',
    holds: [LINK, '7 days', 'role editor', 'administrator'],
  },
  {
    template: 'token-made',
    method: 'sendTokenMadeEmail',
    message: { tokenName: 'Website', scopes: ['content.edit'], expiresAt: '2030-01-31T00:00:00.000Z', tokensUrl: LINK },
    subject: 'A new API token for your account at The "Daily" News, Ltd.',
    holds: [LINK, 'Website', 'content.edit', '2030-01-31'],
  },
  {
    template: 'sign-in-changed',
    method: 'sendSignInChangedEmail',
    message: { change: { kind: 'passkey-added', passkey: 'Laptop' }, resetUrl: LINK },
    subject: 'A new passkey for your account at The "Daily" News, Ltd.',
    holds: [LINK, 'Laptop'],
  },
]

let count = 0
function freshAddress(): string {
  count += 1
  return `reader-${count}@example.com`
}

/** Sends and gives back what the outbox holds. */
async function written(method: keyof EmailService, message: Readonly<Record<string, unknown>>) {
  const to = freshAddress()
  const id = await send(service, method, { to, ...message } as never)
  const [first] = await outbox(service, to)
  expect(first?.id).toBe(id)
  if (!first) throw new Error('nothing was written')
  return first
}

function unescaped(html: string): string {
  return html
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}

/** Elements that are never closed. */
const VOID = new Set(['meta', 'img', 'br', 'hr', 'link', 'input'])

/** Every tag closed in order, every attribute quoted: what mail clients, stricter than browsers, get right. */
function wellFormed(html: string): string[] {
  const mistakes: string[] = []
  const open: string[] = []
  const body = html.replace(/^<!doctype html>\n/, '').replace(/<style>[\s\S]*?<\/style>/, '')
  for (const [tag, closing, name = '', attributes = ''] of body.matchAll(/<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g)) {
    if (closing === '/') {
      if (open.pop() !== name) mistakes.push(`${tag} closes nothing`)
    } else {
      if (!/^(?:\s+[a-z-]+(?:="[^"]*")?)*\s*$/.test(attributes.replace(/xmlns/, 'x')))
        mistakes.push(`attributes of ${tag}`)
      if (!VOID.has(name)) open.push(name)
    }
  }
  if (open.length > 0) mistakes.push(`left open: ${open.join(' ')}`)
  const rest = body.replace(/<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>/g, '')
  if (/[<>]/.test(rest)) mistakes.push('a bare < or >')
  for (const [entity] of rest.matchAll(/&[^;\s]{0,10}[;\s]?/g)) {
    if (!/^&(?:#\d+|amp|lt|gt|quot|nbsp|zwnj);$/.test(entity)) mistakes.push(`the entity ${entity}`)
  }
  return mistakes
}

describe.each(cases)('the message $template', ({ template, method, message, subject, holds }) => {
  it('says what it must in both parts', async () => {
    const found = await written(method, { ...message, name: 'Ada Lovelace' })
    expect(found).toMatchObject({ template, subject })
    for (const text of [...holds, 'Hello Ada Lovelace,', 'The "Daily" News, Ltd.']) {
      expect(found.text).toContain(text)
      expect(unescaped(found.html)).toContain(text)
    }
  })

  it('is HTML that mail clients can draw', async () => {
    const { html } = await written(method, message)
    expect(wellFormed(html)).toEqual([])
    expect(html).toMatch(/^<!doctype html>\n<html lang="en"/)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('role="presentation"')
    expect(html).not.toMatch(/<script|<form|<iframe|javascript:|position:|float:|display:flex/i)
    expect(html.length).toBeLessThan(20_000) // far from the 102 KB at which Gmail cuts
  })

  it('shows a hostile name as text', async () => {
    const found = await written(method, { ...message, name: HOSTILE })
    expect(wellFormed(found.html)).toEqual([])
    expect(found.html).not.toContain('<img')
    expect(found.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(found.subject).toBe(subject)
    expect(found.text).not.toMatch(/^Bcc:/m)
  })
})

describe('links in messages', () => {
  const link = async (verificationUrl: string) => {
    const to = freshAddress()
    const id = await send(service, 'sendVerificationEmail', { to, verificationUrl })
    const [found] = await outbox(service, to)
    expect(found?.id ?? null).toBe(id)
    return found?.text
  }

  it('may lead to the service itself, whatever its scheme', async () => {
    const own = new URL('/auth/verify-email?token=x', service.url).href
    expect(await link(own)).toContain(own)
  })

  it('are completed where they are paths', async () => {
    expect(await link('/auth/verify-email?token=x')).toContain(new URL('/auth/verify-email?token=x', service.url).href)
  })

  it.each(['javascript:alert(1)', 'http://www.news.example/', 'data:text/html,x', 'https://a:b@news.example/', '//[x'])(
    'are refused as %s, and the request goes on',
    async (address) => expect(await link(address)).toBeUndefined(),
  )

  it('cannot break out of their attribute', async () => {
    const { html } = await written('sendMagicLinkEmail', {
      magicLinkUrl: 'https://news.example/"><script>alert(1)</script>',
      expiryMinutes: 15,
    })
    expect(wellFormed(html)).toEqual([])
    expect(html).not.toContain('<script')
  })
})

describe('a message of one’s own', () => {
  it('gets a text part from its HTML', async () => {
    const { text } = await written('sendEmail', {
      subject: 'Prices',
      html: `<html><head><style>p{}</style></head><body><h1>Prices &amp; more</h1><p>From <b>tomorrow</b>,<br>it's &#8364;5.</p>
        <ul><li>One</li><li><a href="https://news.example/two">Two</a></li></ul><!-- gone --></body></html>`,
    })
    expect(text).toBe(`Prices & more\n\nFrom tomorrow,\nit's €5.\n\n- One\n- Two (https://news.example/two)`)
  })

  it('keeps the text part that it comes with, and its HTML as it is', async () => {
    const found = await written('sendEmail', { subject: 'Both', html: '<p>HTML</p>', text: 'Text' })
    expect(found).toMatchObject({ html: '<p>HTML</p>', text: 'Text', template: 'custom' })
  })

  it.each([
    ['a line break in the address', { to: 'a@example.com\r\nBcc: b@example.com' }],
    ['several addresses', { to: 'a@example.com, b@example.com' }],
    ['a name with the address', { to: 'Ann <a@example.com>' }],
    ['no address', { to: 'nobody' }],
    ['a line break in the subject', { subject: 'Hello\nBcc: b@example.com' }],
    ['another line separator in the subject', { subject: 'Hello\u2028Bcc: b@example.com' }],
    ['a null in the subject', { subject: 'Hello\0' }],
    ['an empty subject', { subject: ' ' }],
    ['a subject without end', { subject: 'x'.repeat(256) }],
    ['too much of everything', { html: 'x'.repeat(500_001) }],
  ])('is refused for %s, which the log tells and the request does not', async (_, wrong) => {
    const refused = () => service.logs.filter(({ type, status }) => type === 'email' && status === 'refused')
    const before = refused().length
    const message = { to: freshAddress(), subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', ...wrong }
    expect(await send(service, 'sendEmail', message)).toBeNull()
    await expect.poll(() => refused().length).toBe(before + 1)
    expect(refused().at(-1)).toMatchObject({ level: 'warn', template: 'custom' })
  })
})
