import { describe, expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()
const FORM = 'application/x-www-form-urlencoded'

describe('an address', () => {
  test('of 16,384 characters is read', async () => {
    const path = '/auth/probe/below/'
    const answer = await service.fetch(path + 'x'.repeat(16_384 - service.url.href.length + 1 - path.length))
    expect(answer.status).toBe(200)
  })

  test('that is longer is refused', async () => {
    const answer = await service.json(`/auth/probe/below/${'x'.repeat(17_000)}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_query'])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    [100, 200],
    [101, 400],
  ])('with %i parameters is %i', async (count, status) => {
    const parameters = Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')
    expect((await service.fetch(`/auth/probe/public?${parameters}`)).status).toBe(status)
  })

  test('a hundred thousand separators are refused at once', async () => {
    const answer = await service.json(`/api/people?${'&'.repeat(10_000)}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_query'])
  })
})

describe('headers', () => {
  test('more than 100 are refused', async () => {
    const headers = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-header-${index}`, '1']))
    const answer = await service.json('/auth/probe/public', { headers })
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
  })

  test('more than 32,768 characters are refused', async () => {
    const answer = await service.json('/auth/probe/public', { headers: { 'x-long': 'x'.repeat(40_000) } })
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
  })

  test('a long cookie is read', async () => {
    const answer = await service.fetch('/auth/probe/public', { headers: { cookie: `a=${'x'.repeat(8000)}` } })
    expect(answer.status).toBe(200)
  })
})

describe('mistakes', () => {
  const create = (body: unknown) => service.json('/api/articles', { body, headers: as('editor') })

  test('are listed up to a hundred', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 1]))
    const { status, body } = await create(unknown)
    expect([status, body.detail, body.errors.length]).toEqual([422, '100 values or more are not valid.', 100])
  })

  test('of a rich text, however many, are a refusal', async () => {
    const { status, body } = await create({ title: 'Many', body: { type: 'doc', content: Array(190_000).fill({}) } })
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'body', code: 'too_many_mistakes', message: 'This holds more mistakes than can be listed.' }],
    ])
  })

  test('are not looked for among more than 200,000 values', async () => {
    const { status, body } = await create({ title: 'Many', extra: Array(200_000).fill(1) })
    expect([status, body.code, body.detail]).toEqual([
      413,
      'payload_too_large',
      'A body may have at most 200000 values.',
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
