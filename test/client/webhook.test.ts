import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyWebhook, WebhookError } from '../../src/client/webhook.ts'

const NOW = 1_767_225_600_000
const BODY = JSON.stringify({ type: 'content:save', timestamp: '2026-01-01T00:00:00.000Z', data: { id: 'ä' } })
const secret = `whsec_${randomBytes(24).toString('base64')}`
const other = `whsec_${randomBytes(64).toString('base64')}`

function sign(key: string, { id = 'msg', at = NOW / 1000, body = BODY } = {}): string {
  const bytes = Buffer.from(key.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', bytes).update(`${id}.${at}.${body}`).digest('base64')}`
}

function message({ signature = sign(secret), id = 'msg', at = String(NOW / 1000), body = BODY } = {}) {
  return { headers: { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature }, body }
}

const options = { now: NOW }
const codeOf = (received: Parameters<typeof verifyWebhook>[0], more = {}) =>
  verifyWebhook(received, secret, { ...options, ...more }).then(
    () => null,
    (error: unknown) => (error instanceof WebhookError ? error.code : error),
  )

describe('a message is trusted', () => {
  test('that was signed with the secret, whatever form it comes in', async () => {
    const expected = {
      id: 'msg',
      sentAt: new Date(NOW),
      type: 'content:save',
      timestamp: '2026-01-01T00:00:00.000Z',
      data: { id: 'ä' },
    }
    const { headers, body } = message()
    expect(await verifyWebhook({ headers, body }, secret, options)).toEqual(expected)
    expect(await verifyWebhook({ headers: new Headers(headers), body: Buffer.from(body) }, secret, options)).toEqual(
      expected,
    )
    const request = new Request('https://receiver.example/', { method: 'POST', headers, body })
    expect(await verifyWebhook(request, secret, options)).toEqual(expected)
  })

  test('while secrets are being replaced, on either side', async () => {
    const both = message({ signature: `v1a,Zm9yZWlnbg== ${sign(other)} ${sign(secret)}` })
    expect(await codeOf(both)).toBeNull()
    await verifyWebhook(message(), [other, secret], options)
    await verifyWebhook(message(), `${other},${secret}`, options)
  })

  test('of the standard’s own example', async () => {
    const body = '{"test": 2432232314}'
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const verified = verifyWebhook({ headers, body }, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      now: 1_614_265_330_000,
    })
    // The signature is right: what is refused is a body that no service of this kind sends.
    await expect(verified).rejects.toMatchObject({ code: 'malformed', message: 'the body is not a message' })
  })
})

describe('a message is not trusted', () => {
  test.each([
    ['of another secret', message({ signature: sign(other) })],
    ['of another version', message({ signature: sign(secret).replace('v1,', 'v2,') })],
    ['whose body was changed', message({ body: BODY.replace('save', 'gone') })],
    ['whose id was changed', message({ id: 'msg2' })],
    ['whose time was changed', message({ at: String(NOW / 1000 + 1) })],
    ['whose signature is no base64', message({ signature: 'v1,***' })],
    ['whose signature is cut short', message({ signature: sign(secret).slice(0, 20) })],
  ])('%s', async (_, received) => {
    expect(await codeOf(received)).toBe('signature')
  })

  test('that is older than five minutes, or from the future', async () => {
    expect(await codeOf(message(), { now: NOW + 300_000 })).toBeNull()
    expect(await codeOf(message(), { now: NOW + 301_000 })).toBe('expired')
    expect(await codeOf(message(), { now: NOW - 301_000 })).toBe('expired')
    expect(await codeOf(message(), { now: NOW + 3_000, tolerance: 1 })).toBe('expired')
  })

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', async (name) => {
    const { headers, body } = message()
    expect(await codeOf({ headers: { ...headers, [name]: undefined }, body })).toBe('malformed')
  })

  test('that is signed and says nothing', async () => {
    for (const body of ['', 'no json', 'null', '{"type":"a"}', '[]']) {
      expect(await codeOf(message({ body, signature: sign(secret, { body }) })), body).toBe('malformed')
    }
  })
})

test('a secret that is none is a mistake of the receiver', async () => {
  for (const wrong of ['', 'plain', 'whsec_', 'whsec_c2hvcnQ=', 'whsec_***']) {
    await expect(verifyWebhook(message(), wrong, options), wrong).rejects.toThrow(TypeError)
  }
})
