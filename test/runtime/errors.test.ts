import { describe, expect, test } from 'vitest'
import { sharedService } from './fixture.ts'

const service = sharedService()

test('an error is a problem document of RFC 9457', async () => {
  const { status, headers, body } = await service.json('/api/people/none')
  expect(status).toBe(404)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(body).toEqual({
    type: 'about:blank',
    title: 'Not found',
    status: 404,
    code: 'not_found',
    detail: 'There is no document none in people.',
    requestId: headers.get('x-request-id'),
    help: '/docs/guides/errors#not_found',
  })
})

describe('pages', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

  test('a browser gets the same status as a page', async () => {
    const answer = await service.fetch('/nowhere/<b>', { headers: browser })
    const page = await answer.text()
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(page).toMatch(/<h1[^>]*>Not found<\/h1>/)
    expect(page).toContain(answer.headers.get('x-request-id'))
    expect(page).not.toContain('<b>')
  })

  test.each([
    ['/api/nowhere', browser.accept],
    ['/nowhere', '*/*'],
    ['/nowhere', 'application/json'],
    ['/nowhere', 'application/json, text/html;q=0.5'],
  ])('%s for %s is a problem document', async (path, accept) => {
    const answer = await service.fetch(path, { headers: { accept } })
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })
})

test('what goes wrong inside is logged with its stack and not told', async () => {
  const { status, headers, body } = await service.json('/auth/probe/crash')
  expect(status).toBe(500)
  expect(body.code).toBe('internal')
  expect(JSON.stringify(body)).not.toContain('PROBE_SECRET')
  const line = service.logs.find((log) => log.requestId === headers.get('x-request-id') && log.type === 'error')
  expect(line?.error).toMatch(/the inside of the service: PROBE_SECRET\n\s+at /)
})

test('a table that is not there yet is 503 and is named', async () => {
  const { status, headers, body } = await service.json('/auth/probe/missing-table')
  expect(status).toBe(503)
  expect(body.code).toBe('schema_pending')
  expect(body.detail).toContain('not_there_yet')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a lost table of a collection is 503 and is named', async () => {
  await service.fetch('/api/people')
  await service.sql('ALTER TABLE about RENAME TO about_away')
  const { status, body } = await service.json('/api/about')
  await service.sql('ALTER TABLE about_away RENAME TO about')
  expect([status, body.code, body.detail]).toEqual([503, 'schema_pending', expect.stringContaining('table about')])
})
