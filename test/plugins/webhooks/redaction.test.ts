import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { send } from '../../../plugins/webhooks/send.ts'

let server: Server
/** Headers of the endpoint's answer. */
let retryAfter: Record<string, string> = {}
/** Makes the endpoint's answer of the path that it was asked at. */
let answer = (path: string) => path

beforeAll(async () => {
  server = createServer((request, response) => response.writeHead(404, retryAfter).end(answer(request.url ?? '')))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(() => server.close())

const PATH = '/services/T0123ABC9/xoxb-5f1e/AbCdEfGhIjKlMnOpQrSt?token=b4dc0ffee&name=caf%C3%A9%20au%20lait'
const PARTS = ['T0123ABC9', 'xoxb-5f1e', 'AbCdEfGhIjKlMnOpQrSt', 'b4dc0ffee']

it.each<[string, (path: string) => string]>([
  ['the path', (path) => `Cannot POST ${path}`],
  ['the path without the query', (path) => `Cannot POST ${path.split('?')[0]}`],
  ['the query', (path) => `unknown ${path.split('?')[1]}`],
  ['the path, decoded', (path) => `Cannot POST ${decodeURIComponent(path)}`],
  ['the path in HTML', (path) => `<pre>${path.replaceAll('&', '&amp;')}</pre>`],
  ['the path in JSON', (path) => JSON.stringify({ path }).replaceAll('/', '\\/')],
  ['the path in an address', (path) => `see https://docs.example/?of=${encodeURIComponent(path)}`],
  ['a part of it', () => 'no channel T0123ABC9: b4dc0ffee is not its token'],
])('an answer that repeats %s of a secret address is kept without it', async (_, repeat) => {
  answer = repeat
  const { port } = server.address() as AddressInfo
  const endpoint = {
    url: `http://127.0.0.1:${port}${PATH}`,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: {},
  }
  const { status, body } = await send(endpoint as never, { id: 'msg_1', body: '{}' }, 5)
  expect([status, body]).toEqual([404, expect.stringContaining('[redacted]')])
  for (const part of PARTS) expect(body).not.toContain(part)
})

/** Answers, with a header that was sent, and the text that is kept of them. */
it.each([
  ['the first 1,024 bytes', '', 'y'.repeat(1024), 'y'.repeat(1024)],
  ['no byte more', '', 'y'.repeat(1025), 'y'.repeat(1024)],
  ['a header of 8 characters', '12345678', 'it was 12345678.', 'it was [redacted].'],
  ['no header of 7', '1234567', 'it was 1234567.', 'it was 1234567.'],
])('of an answer is kept or struck out: %s', async (_, value, text, kept) => {
  answer = () => text
  const { port } = server.address() as AddressInfo
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const endpoint = { url: `http://127.0.0.1:${port}/`, secret, headers: { 'x-key': value } }
  expect((await send(endpoint as never, { id: 'msg_1', body: '{}' }, 5)).body).toBe(kept)
})

/** `Retry-After`, and the milliseconds that it stands for. */
it.each([
  ['0', 0],
  ['7', 7000],
  ['120', 120_000],
  ['999999999', 999_999_999_000],
  ['-7', 0],
  ['soon', null],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
])('an answer asks for a pause: %s', async (value, milliseconds) => {
  retryAfter = { 'retry-after': value }
  const { port } = server.address() as AddressInfo
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const endpoint = { url: `http://127.0.0.1:${port}/`, secret, headers: {} }
  expect((await send(endpoint as never, { id: 'msg_1', body: '{}' }, 5)).retryAfter).toBe(milliseconds)
})
