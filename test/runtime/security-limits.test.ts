import { describe, expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import type { JsonInit } from '../harness/service.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()
const FORM = 'application/x-www-form-urlencoded'

/** The answer's code, or `read`. */
async function codeOf(path: string, init: JsonInit = {}): Promise<string> {
  const { status, body } = await service.json(path, init)
  return status < 400 ? 'read' : body.code
}

/** Headers that come with every request, as the service sees them. */
async function alwaysSent(): Promise<Record<string, string>> {
  const { headers } = await service.fetch('/auth/probe/public')
  const requestId = headers.get('x-request-id')
  const isOurs = (line: object) => 'requestId' in line && line.requestId === requestId && 'headers' in line
  await expect.poll(() => service.logs.find(isOurs)).toBeDefined()
  return service.logs.find(isOurs)?.headers as Record<string, string>
}

describe('an address', () => {
  test.each([
    [16_384, 'read'],
    [16_385, 'invalid_query'],
  ])('of %i characters: %s', async (length, code) => {
    const path = '/auth/probe/below/'
    const room = length - service.url.origin.length - path.length
    const answer = await service.fetch(path + 'x'.repeat(room))
    expect(answer.status === 200 ? 'read' : ((await answer.json()) as { code: string }).code).toBe(code)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    [100, 200],
    [101, 400],
  ])('with %i parameters: %i', async (count, status) => {
    const parameters = Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')
    expect((await service.fetch(`/auth/probe/public?${parameters}`)).status).toBe(status)
    expect((await service.fetch(`/auth/probe/public?${'&'.repeat(count - 1)}`)).status).toBe(status)
  })
})

describe('headers', () => {
  test.each([
    [100, 200],
    [101, 413],
  ])('%i: %i', async (count, status) => {
    const more = count - Object.keys(await alwaysSent()).length
    const headers = Object.fromEntries(Array.from({ length: more }, (_, index) => [`x-header-${index}`, '1']))
    expect((await service.fetch('/auth/probe/public', { headers })).status).toBe(status)
  })

  test.each([
    [32_768, 200],
    [32_769, 413],
  ])('of %i characters: %i', async (characters, status) => {
    const sent = await alwaysSent()
    const own = Object.entries(sent).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    const headers = { 'x-requested-with': 'x'.repeat(characters - own - 'x-requested-with'.length) }
    expect((await service.fetch('/auth/probe/public', { headers })).status).toBe(status)
  })
})

describe('a body at its limit', () => {
  const MEBIBYTE = 1024 * 1024
  const json = (body: string) => codeOf('/auth/probe/json', { body, headers: { 'content-type': 'application/json' } })
  const form = (body: string) => codeOf('/auth/probe/either', { body, headers: { 'content-type': FORM } })
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const named = (length: number) => `{"name":"${'x'.repeat(length - '{"name":""}'.length)}"}`

  test.each<[string, () => Promise<string>, string]>([
    ['JSON of a mebibyte', () => json(named(MEBIBYTE)), 'read'],
    ['JSON of a byte more', () => json(named(MEBIBYTE + 1)), 'payload_too_large'],
    ['a form of a mebibyte', () => form(`name=${'x'.repeat(MEBIBYTE - 5)}`), 'read'],
    ['a form of a byte more', () => form(`name=${'x'.repeat(MEBIBYTE - 4)}`), 'payload_too_large'],
    // It is no object, which is said once it has been read.
    ['100 levels', () => json(nested(100)), 'validation_failed'],
    ['101 levels', () => json(nested(101)), 'malformed_json'],
    ['200,000 values', () => json(JSON.stringify(Array(199_999).fill(1))), 'validation_failed'],
    ['200,001 values', () => json(JSON.stringify(Array(200_000).fill(1))), 'payload_too_large'],
    ['a form of 1,000 fields', () => form(`name=Ann${'&a'.repeat(999)}`), 'validation_failed'],
    ['a form of 1,001 fields', () => form(`name=Ann${'&a'.repeat(1000)}`), 'payload_too_large'],
  ])('%s', async (_, ask, code) => {
    expect(await ask()).toBe(code)
  })
})

describe('mistakes', () => {
  const create = (body: unknown) => service.json('/api/articles', { body, headers: as('editor') })

  test('are listed up to a hundred', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 1]))
    const { status, body } = await create(unknown)
    expect([status, body.detail, body.errors.length]).toEqual([422, 'At least 100 values are not valid.', 100])
  })

  test('of a rich text, however many, are a refusal', async () => {
    const { status, body } = await create({ title: 'Many', body: { type: 'doc', content: Array(190_000).fill({}) } })
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'body', code: 'too_many_mistakes', message: 'This contains more mistakes than can be listed.' }],
    ])
  })
})

describe('a body', () => {
  const over = 'x'.repeat(1024 * 1024 + 1)

  test.each([
    ['JSON', 'application/json', JSON.stringify({ name: over }), 413],
    ['an urlencoded form', FORM, `name=${over}`, 413],
    ['JSON that nests too deep', 'application/json', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 400],
    ['objects that nest too deep', 'application/json', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`, 400],
    ['a form with very many fields', FORM, 'a&'.repeat(500_000), 413],
    ['a form that is no form', 'multipart/form-data; boundary=x', 'not a form', 422],
    ['a form without a boundary', 'multipart/form-data', 'name=1', 422],
    ['a key that reaches for the prototype', 'application/json', '{"__proto__":{"name":"x"}}', 422],
  ])('%s is refused', async (_, type, body, status) => {
    const answer = await service.json('/auth/probe/either', { method: 'POST', body, headers: { 'content-type': type } })
    expect(answer.status).toBe(status)
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'))
  })

  test('a multipart form over the limit is refused', async () => {
    const form = new FormData()
    form.set('name', over)
    const encoded = new Response(form) // sent as a whole: a stream would break off where nobody reads on
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const body = await encoded.arrayBuffer()
    const answer = await service.fetch('/auth/probe/either', { method: 'POST', body, headers })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'payload_too_large'])
  })

  test('a multipart form within it is read', async () => {
    const form = new FormData()
    form.set('name', 'Ann')
    const answer = await service.fetch('/auth/probe/either', { method: 'POST', body: form })
    expect(await answer.json()).toMatchObject({ data: { form: { name: 'Ann' } } })
  })

  test('of a document is refused where it nests too deep', async () => {
    const body = `{"title":${'['.repeat(5000)}${']'.repeat(5000)}}`
    const answer = await service.json('/api/articles', { method: 'POST', body, headers: as('editor') })
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_json'])
  })
})
