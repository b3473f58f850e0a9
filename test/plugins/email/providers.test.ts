import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../harness/service.ts'
import {
  KEY,
  type ProviderAnswer,
  type ProviderRequest,
  type ProviderServer,
  send,
  settled,
  startMailService,
  startProvider,
} from './mail.ts'

const MESSAGE = { to: 'Zoë@example.com', subject: 'Größe — 5 €', html: '<p>Größe</p>', text: 'Größe' }
const FROM = '"The \\"Daily\\" News, Ltd." <desk@news.example>'
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** Problems with a request, as the real API would see it. */
type Demands = (request: ProviderRequest) => ProviderAnswer | null

interface ProviderCase {
  readonly provider: string
  readonly demands: Demands
  readonly accepts: ProviderAnswer
  readonly providerId: string
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  /** Reply of a provider that rejects the message. */
  readonly refusal: ProviderAnswer
  readonly error: string
}

const unauthorized = { status: 401, body: { message: 'API key is invalid' } }
const isKeyed = (request: ProviderRequest) => request.headers.authorization === `Bearer ${KEY}`

const cases: readonly ProviderCase[] = [
  {
    provider: 'resend',
    demands: (request) => {
      if (!isKeyed(request)) return unauthorized
      const known = ['from', 'to', 'subject', 'html', 'text', 'reply_to', 'headers', 'cc', 'bcc', 'tags', 'attachments']
      const unknown = Object.keys(request.body).filter((name) => !known.includes(name))
      return unknown.length > 0 ? { status: 422, body: { message: `unknown ${unknown}` } } : null
    },
    accepts: { status: 200, body: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } },
    providerId: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794',
    path: '/emails',
    headers: { 'content-type': 'application/json' },
    body: {
      ...without(MESSAGE, 'to'),
      from: FROM,
      to: [MESSAGE.to],
      reply_to: 'letters@news.example',
      headers: AUTOMATIC,
    },
    refusal: { status: 422, body: { statusCode: 422, name: 'validation_error', message: 'Invalid `to` field.' } },
    error: 'Resend answered 422: Invalid `to` field.',
  },
  {
    provider: 'sendgrid',
    demands: (request) => {
      if (!isKeyed(request)) return { status: 401, body: { errors: [{ message: 'authorization required' }] } }
      const types = request.body.content?.map(({ type }: { type: string }) => type)
      if (types?.[0] === 'text/plain' && request.body.personalizations?.[0]?.to?.[0]?.email) return null
      return { status: 400, body: { errors: [{ message: 'content or personalizations' }] } }
    },
    accepts: { status: 202, headers: { 'x-message-id': 'sg-14c5d75ce93' } },
    providerId: 'sg-14c5d75ce93',
    path: '/v3/mail/send',
    headers: { 'content-type': 'application/json' },
    body: {
      personalizations: [{ to: [{ email: MESSAGE.to }] }],
      from: { email: 'desk@news.example', name: 'The "Daily" News, Ltd.' },
      reply_to: { email: 'letters@news.example' },
      subject: MESSAGE.subject,
      content: [
        { type: 'text/plain', value: MESSAGE.text },
        { type: 'text/html', value: MESSAGE.html },
      ],
      headers: AUTOMATIC,
      tracking_settings: {
        click_tracking: { enable: false, enable_text: false },
        open_tracking: { enable: false },
      },
    },
    refusal: { status: 400, body: { errors: [{ message: 'Does not contain a valid address.', field: 'to' }] } },
    error: 'SendGrid answered 400: Does not contain a valid address.',
  },
  {
    provider: 'postmark',
    demands: ({ headers }) => {
      const isRight = headers['x-postmark-server-token'] === KEY && headers.accept === 'application/json'
      return isRight ? null : { status: 401, body: { ErrorCode: 10, Message: 'Bad or missing server API token.' } }
    },
    accepts: { status: 200, body: { ErrorCode: 0, Message: 'OK', MessageID: 'b7bc2f4a-e38e-4336-af7d-e6c392c2f817' } },
    providerId: 'b7bc2f4a-e38e-4336-af7d-e6c392c2f817',
    path: '/email',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: {
      From: FROM,
      To: MESSAGE.to,
      ReplyTo: 'letters@news.example',
      Subject: MESSAGE.subject,
      HtmlBody: MESSAGE.html,
      TextBody: MESSAGE.text,
      MessageStream: 'outbound',
      Headers: Object.entries(AUTOMATIC).map(([Name, Value]) => ({ Name, Value })),
      TrackOpens: false,
      TrackLinks: 'None',
    },
    refusal: { status: 422, body: { ErrorCode: 406, Message: 'You tried to send to an inactive recipient.' } },
    error: 'Postmark answered 422: You tried to send to an inactive recipient.',
  },
]

function without<Value extends object>(value: Value, name: keyof Value) {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

describe.each(cases)('$provider', ({ provider, demands, accepts, providerId, path, body, headers, refusal, error }) => {
  let api: ProviderServer
  let service: Service
  const accept = (request: ProviderRequest) => demands(request) ?? accepts

  beforeAll(async () => {
    api = await startProvider(accept)
    service = await startMailService({ environment: 'production', settings: { provider, baseUrl: `${api.url}/` } })
  })
  afterAll(async () => {
    await service.dispose()
    await api.close()
  })

  const sendOne = async (answer: ProviderServer['answer']) => {
    api.answer = answer
    api.requests.length = 0
    return send(service, 'sendEmail', MESSAGE)
  }

  it('is sent what its API demands', async () => {
    const row = await settled(service, await sendOne(accept))
    expect(row).toMatchObject({ status: 'sent', provider, provider_id: providerId, attempts: 1, error: null })
    expect(api.requests).toHaveLength(1)
    expect(api.requests[0]).toMatchObject({ method: 'POST', path, headers })
    expect(api.requests[0]?.body).toEqual(body)
  })

  it('that refuses a message is not asked again', async () => {
    const id = await sendOne(() => refusal)
    expect(await settled(service, id)).toMatchObject({ status: 'failed', error, attempts: 1 })
  })

  it.each([401, 403, 404, 408, 429, 500, 503])('that answers %d is asked again later', async (status) => {
    const id = await sendOne(() => ({ status, body: { message: 'not now' } }))
    const row = await settled(service, id, (found) => found.error !== null)
    expect(row.status).toBe('queued')
    expect(row.error).toMatch(new RegExp(` answered ${status}: not now$`))
  })

  it('that answers something else than JSON is asked again later', async () => {
    const id = await sendOne(() => ({ status: 502, headers: { 'content-type': 'text/html' } }))
    const row = await settled(service, id, (found) => found.error !== null)
    expect(row).toMatchObject({ status: 'queued', error: expect.stringMatching(/ answered 502$/) })
  })

  it('cannot lead the key elsewhere', async () => {
    const id = await sendOne(() => ({ status: 307, headers: { location: `${api.url}/elsewhere` } }))
    await settled(service, id, (found) => found.error !== null)
    expect(api.requests.map((request) => request.path)).toEqual([path])
  })

  it('that repeats the key has it in no log', async () => {
    const id = await sendOne(() => ({ status: 403, body: { message: `the key ${KEY} is for testing` } }))
    const row = await settled(service, id, (found) => found.error !== null)
    expect(row.error).toMatch(/ answered 403: the key \[redacted\] is for testing$/)
    expect(JSON.stringify(service.logs)).not.toContain(KEY)
  })
})

describe('a provider that cannot be reached', () => {
  it('is asked again later', async () => {
    const settings = { provider: 'resend', baseUrl: 'http://127.0.0.1:9' }
    const service = await startMailService({ environment: 'production', settings })
    const id = await send(service, 'sendEmail', MESSAGE)
    const row = await settled(service, id, ({ error }) => error !== null)
    expect(row).toMatchObject({ status: 'queued', error: expect.stringMatching(/^Resend cannot be reached/) })
    await service.dispose()
  })
})
