import { describe, expect, test } from 'vitest'
import { sharedService } from './fixture.ts'

const service = sharedService()

describe('a JSON body', () => {
  test('reaches the handler as its schema makes it', async () => {
    const { status, body } = await service.json('/auth/probe/json', { body: { name: 'Ann', age: '7' } })
    expect([status, body.data]).toEqual([200, { name: 'Ann', age: 7 }])
  })

  test('a charset is allowed', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await service.json('/auth/probe/json', { body: { name: 'Ann' }, headers })).status).toBe(200)
  })

  test('what the schema refuses is told by path', async () => {
    const { status, body } = await service.json('/auth/probe/json', { body: { name: 'A', agee: 1 } })
    expect([status, body.code, body.detail]).toEqual([422, 'validation_failed', '2 values are not valid.'])
    expect(body.errors).toEqual([
      { path: 'name', code: 'too_small', message: expect.any(String) },
      { path: 'agee', code: 'unknown_field', message: 'There is no such field.' },
    ])
  })

  test('a missing value is required', async () => {
    const { body } = await service.json('/auth/probe/json', { body: {} })
    expect(body.errors).toEqual([{ path: 'name', code: 'required', message: 'A value is required.' }])
  })

  const deep = `${'['.repeat(200)}${']'.repeat(200)}`
  test.each([
    ['nothing', '', 'application/json', 400, 'malformed_json'],
    ['blanks', '  ', 'application/json', 400, 'malformed_json'],
    ['half an object', '{"name":', 'application/json', 400, 'malformed_json'],
    ['NaN', '{"name":NaN}', 'application/json', 400, 'malformed_json'],
    ['a nest too deep', `{"name":${deep}}`, 'application/json', 400, 'malformed_json'],
    ['the first half of a surrogate pair', '{"name":"\\ud800"}', 'application/json', 400, 'malformed_json'],
    ['the last first half', '{"name":"\\uDBFF"}', 'application/json', 400, 'malformed_json'],
    ['the second half of a surrogate pair', '{"name":"\\udc00"}', 'application/json', 400, 'malformed_json'],
    ['the last second half', '{"name":"\\uDFFF"}', 'application/json', 400, 'malformed_json'],
    ['another type', '{"name":"Ann"}', 'text/plain', 415, 'unsupported_media_type'],
    ['JSON of another kind', '{"name":"Ann"}', 'application/problem+json', 415, 'unsupported_media_type'],
    ['a form', 'name=Ann', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['a list', '[]', 'application/json', 422, 'validation_failed'],
    ['null', 'null', 'application/json', 422, 'validation_failed'],
    ['more than a mebibyte', `{"name":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413, 'payload_too_large'],
  ])('%s', async (_, body, type, status, code) => {
    const answer = await service.json('/auth/probe/json', { body, headers: { 'content-type': type } })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('no type at all is 415', async () => {
    const answer = await service.fetch('/auth/probe/json', { method: 'POST', body: new Uint8Array([123, 125]) })
    expect(answer.status).toBe(415)
  })

  test('bytes that are not UTF-8 are refused', async () => {
    const answer = await service.fetch('/auth/probe/json', {
      method: 'POST',
      body: new Uint8Array([...Buffer.from('{"name":"A'), 0xff, ...Buffer.from('"}')]),
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'malformed_json'])
  })

  test('a body without a length is read no further than a mebibyte', async () => {
    const chunk = new Uint8Array(64 * 1024).fill(32)
    const stream = (chunks: number) =>
      new ReadableStream({
        pull(controller) {
          chunks -= 1
          if (chunks >= 0) controller.enqueue(chunk)
          else controller.close()
        },
      })
    const send = (chunks: number) =>
      service.fetch('/auth/probe/json', {
        method: 'POST',
        body: stream(chunks),
        duplex: 'half',
        headers: { 'content-type': 'application/json' },
      } as RequestInit)
    expect((await send(20)).status).toBe(413)
    expect((await send(2)).status).toBe(400)
  })

  test('exactly a mebibyte is not too much', async () => {
    const rest = 1024 * 1024 - '{"name":""}'.length
    const { status } = await service.json('/auth/probe/json', { body: `{"name":"${'x'.repeat(rest)}"}` })
    expect(status).toBe(200)
  })

  test('text that speaks of surrogates is text', async () => {
    const { status, body } = await service.json('/auth/probe/json', { body: { name: 'as \\ud800 in a program 👍' } })
    expect([status, body.data.name]).toEqual([200, 'as \\ud800 in a program 👍'])
  })
})

describe('a form', () => {
  test('urlencoded', async () => {
    const { body } = await service.json('/auth/probe/either', {
      body: 'name=Ann+Lee&age=7',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(body.data).toEqual({ json: null, form: { name: 'Ann Lee', age: 7 } })
  })

  test('multipart', async () => {
    const form = new FormData()
    form.set('name', 'Ann')
    const answer = await service.fetch('/auth/probe/either', { method: 'POST', body: form })
    expect((await answer.json()).data).toEqual({ json: null, form: { name: 'Ann' } })
  })

  test('JSON where both are taken', async () => {
    const { body } = await service.json('/auth/probe/either', { body: { name: 'Ann' } })
    expect(body.data).toEqual({ json: { name: 'Ann' }, form: null })
  })

  test.each([
    ['name=A', 'application/x-www-form-urlencoded', 422],
    ['name=Ann&name=Bob', 'application/x-www-form-urlencoded', 422],
    ['--x', 'multipart/form-data; boundary=y', 422],
    ['name=Ann', 'text/plain', 415],
    [`name=${'x'.repeat(1024 * 1024)}`, 'application/x-www-form-urlencoded', 413],
  ])('%.20s as %s is %i', async (body, type, status) => {
    const answer = await service.json('/auth/probe/either', { body, headers: { 'content-type': type } })
    expect(answer.status).toBe(status)
  })
})

describe('query parameters', () => {
  test('reach the handler as their schema makes them', async () => {
    expect((await service.json('/api/probe/query?page=3')).body.data).toEqual({ page: 3 })
    expect((await service.json('/api/probe/query')).body.data).toEqual({ page: 1 })
  })

  test.each([
    ['page=x', 'page:'],
    ['page=0', 'page:'],
    ['pagee=1', 'Did you mean page?'],
    ['page=1&page=2', 'page is given twice.'],
  ])('%s is invalid_query', async (query, detail) => {
    const { status, body } = await service.json(`/api/probe/query?${query}`)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.detail).toContain(detail)
  })
})
