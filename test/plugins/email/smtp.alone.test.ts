import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Service } from '../../harness/service.ts'
import { KEY, send, settled, startMailService } from './mail.ts'
import { type Certificate, makeCertificate, type SmtpServer, startSmtp, USERNAME } from './smtp-server.ts'

const MESSAGE = {
  to: 'reader@example.com',
  subject: 'Prices — from tomorrow on, and for as long as anybody can foresee: 5 €',
  html: `<p>${'Größe '.repeat(40)}</p>`,
  text: `.A line that begins with a dot\n.\nQUIT\n${'ü'.repeat(200)}`,
}

/** Trusted by workerd, which is told so when it is loaded. */
const certificate: Certificate = await vi.hoisted(async () => {
  const { makeCertificate } = await import('./smtp-server.ts')
  const made = makeCertificate()
  process.env.NODE_EXTRA_CA_CERTS = made.path
  return made
})
afterAll(() => certificate.dispose())

interface Setup {
  /** Default: the one that is trusted. */
  readonly shows?: Certificate
  readonly implicit?: boolean
  readonly smtp: Readonly<Record<string, unknown>>
}

/** A server and a service that knows it, for the tests of one block. */
function together({ shows = certificate, implicit = false, smtp }: Setup) {
  const setup = {} as { server: SmtpServer; service: Service }
  beforeAll(async () => {
    setup.server = await startSmtp(shows, { implicit, password: KEY })
    const server = { host: 'localhost', port: setup.server.port, ...smtp }
    setup.service = await startMailService({
      environment: 'production',
      settings: { provider: 'smtp', smtp: server },
    })
  })
  beforeEach(() => {
    setup.server.said.length = 0
    setup.server.messages.length = 0
    setup.server.answers.clear()
  })
  afterAll(async () => {
    await setup.service.dispose()
    await setup.server.close()
  })
  return setup
}

function header(message: string, name: string): string | undefined {
  const [head = ''] = message.split('\r\n\r\n')
  return new RegExp(`^${name}: (.*)$`, 'm').exec(head.replace(/\r\n /g, ' '))?.[1]?.trim()
}

/** Encoded words as a mail client shows them. */
function shown(text: string | undefined): string {
  return (text ?? '').replace(/\?= =\?/g, '?==?').replace(/=\?utf-8\?B\?([^?]*)\?=/g, (_, word) => decode(word))
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8')
}

/** The parts by type. */
function parts(message: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1]
  const found = message.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    found.map((part) => {
      const [head = '', body = ''] = part.split('\r\n\r\n')
      return [/Content-Type: ([^;]+)/.exec(head)?.[1] ?? '', decode(body)]
    }),
  )
}

describe('SMTP without encryption', () => {
  const setup = together({ smtp: { security: 'none' } })

  it('hands a message over as the standard says', async () => {
    const id = await send(setup.service, 'sendEmail', MESSAGE)
    const row = await settled(setup.service, id)
    expect(row).toMatchObject({ status: 'sent', provider: 'smtp', provider_id: '2.0.0 queued as 4F2A' })
    expect(setup.server.said.map(({ line }) => line)).toEqual([
      'EHLO news.example',
      'MAIL FROM:<desk@news.example>',
      'RCPT TO:<reader@example.com>',
      'DATA',
      'QUIT',
    ])
    const [message = ''] = setup.server.messages
    expect(header(message, 'To')).toBe('reader@example.com')
    expect(header(message, 'From')).toBe('"The \\"Daily\\" News, Ltd." <desk@news.example>')
    expect(header(message, 'Reply-To')).toBe('letters@news.example')
    expect(header(message, 'Message-ID')).toBe(`<${id}@news.example>`)
    expect(header(message, 'Auto-Submitted')).toBe('auto-generated')
    expect(header(message, 'MIME-Version')).toBe('1.0')
    expect(header(message, 'Date')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/)
    expect(shown(header(message, 'Subject'))).toBe(MESSAGE.subject)
    expect(parts(message)).toEqual({ 'text/plain': MESSAGE.text, 'text/html': MESSAGE.html })
    expect(message).toMatch(/^[\x20-\x7e\r\n]*$/)
    for (const line of message.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
    for (const [word] of message.matchAll(/=\?utf-8\?B\?[^?]*\?=/g)) expect(word.length).toBeLessThanOrEqual(75)
  })

  it.each([
    ['RCPT', '550 5.1.1 no such user', 'the SMTP server answered 550 5.1.1 no such user'],
    ['.', '554 5.7.1 that is spam', 'the SMTP server answered 554 5.7.1 that is spam'],
  ])('gives up when %s is refused for good', async (command, answer, error) => {
    setup.server.answers.set(command, answer)
    const row = await settled(setup.service, await send(setup.service, 'sendEmail', MESSAGE))
    expect(row).toMatchObject({ status: 'failed', error, html: null })
  })

  it.each([
    ['RCPT', '451 4.7.1 greylisted', 'the SMTP server answered 451 4.7.1 greylisted'],
    ['greeting', '554 not now', 'the SMTP server answered 554 not now'],
    ['EHLO', 'HTTP/1.1 400 Bad Request', 'the server does not speak SMTP'],
  ])('tries again later when %s is answered by %s', async (command, answer, error) => {
    setup.server.answers.set(command, answer)
    const row = await settled(
      setup.service,
      await send(setup.service, 'sendEmail', MESSAGE),
      (found) => found.error !== null,
    )
    expect(row).toMatchObject({ status: 'queued', error })
  })

  it('is told domains as mail servers know them', async () => {
    const message = { ...MESSAGE, to: 'ann@bücher.example' }
    expect(await settled(setup.service, await send(setup.service, 'sendEmail', message))).toMatchObject({
      status: 'sent',
    })
    expect(setup.server.said.map(({ line }) => line)).toContain('RCPT TO:<ann@xn--bcher-kva.example>')
  })

  it('takes addresses beyond ASCII to servers that know them only', async () => {
    const message = { ...MESSAGE, to: 'zoë@example.com' }
    const refused = await settled(setup.service, await send(setup.service, 'sendEmail', message))
    expect(refused).toMatchObject({ status: 'failed', error: expect.stringContaining('beyond ASCII') })
    const before = setup.server.offers
    setup.server.offers = () => ['SMTPUTF8', '8BITMIME']
    const sent = await settled(setup.service, await send(setup.service, 'sendEmail', message))
    setup.server.offers = before
    expect(sent.status).toBe('sent')
    expect(setup.server.said.map(({ line }) => line)).toContain('MAIL FROM:<desk@news.example> SMTPUTF8')
  })
})

describe('SMTP with STARTTLS', () => {
  const setup = together({ smtp: { username: USERNAME } })
  const encrypted = (line: string) => setup.server.said.find((entry) => entry.line.startsWith(line))?.encrypted

  it.each(['PLAIN', 'LOGIN'])('signs in by AUTH %s, encrypted', async (mechanism) => {
    setup.server.offers = (isEncrypted) => (isEncrypted ? [`AUTH ${mechanism}`] : ['STARTTLS'])
    const row = await settled(setup.service, await send(setup.service, 'sendEmail', MESSAGE))
    expect(row).toMatchObject({ status: 'sent', error: null })
    expect(encrypted('STARTTLS')).toBe(false)
    expect(encrypted(`AUTH ${mechanism}`)).toBe(true)
    expect(encrypted('MAIL')).toBe(true)
    expect(setup.server.said.filter(({ line }) => line === 'EHLO news.example')).toHaveLength(2)
  })

  it('says nothing to a server that offers no encryption', async () => {
    setup.server.offers = () => ['AUTH PLAIN']
    const row = await settled(
      setup.service,
      await send(setup.service, 'sendEmail', MESSAGE),
      ({ error }) => error !== null,
    )
    expect(row).toMatchObject({ status: 'queued', error: 'the SMTP server offers no STARTTLS' })
    expect(setup.server.said.map(({ line }) => line)).toEqual(['EHLO news.example'])
  })

  it('keeps a message whose sender was not let in, and the password out of the log', async () => {
    setup.server.offers = (isEncrypted) => (isEncrypted ? ['AUTH PLAIN'] : ['STARTTLS'])
    setup.server.answers.set('AUTH', '535 5.7.8 authentication failed')
    const row = await settled(
      setup.service,
      await send(setup.service, 'sendEmail', MESSAGE),
      ({ error }) => error !== null,
    )
    expect(row).toMatchObject({ status: 'queued', error: 'the SMTP server answered 535 5.7.8 authentication failed' })
    const logs = JSON.stringify(setup.service.logs)
    expect(logs).not.toContain(KEY)
    expect(logs).not.toContain(Buffer.from(`\0${USERNAME}\0${KEY}`).toString('base64'))
  })
})

describe('SMTP over TLS', () => {
  const setup = together({ implicit: true, smtp: { security: 'tls', username: USERNAME } })

  it('is encrypted from the first byte', async () => {
    const row = await settled(setup.service, await send(setup.service, 'sendEmail', MESSAGE))
    expect(row).toMatchObject({ status: 'sent', error: null })
    expect(setup.server.said.every(({ encrypted }) => encrypted)).toBe(true)
    expect(parts(setup.server.messages[0] ?? '')['text/plain']).toBe(MESSAGE.text)
  })
})

describe('SMTP with a certificate that nobody vouches for', () => {
  const forged = makeCertificate()
  afterAll(() => forged.dispose())
  const setup = together({ shows: forged, smtp: { username: USERNAME } })

  it('is told no password and no message', async () => {
    const id = await send(setup.service, 'sendEmail', MESSAGE)
    expect(await settled(setup.service, id, ({ error }) => error !== null)).toMatchObject({ status: 'queued' })
    expect(setup.server.said.map(({ line }) => line)).toEqual(['EHLO news.example', 'STARTTLS'])
    expect(setup.server.messages).toEqual([])
  })
})
