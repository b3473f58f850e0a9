import { describe, expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()

async function linesOf(path: string, init?: RequestInit) {
  const answer = await service.fetch(path, init)
  const requestId = answer.headers.get('x-request-id')
  await new Promise((resolve) => setTimeout(resolve, 30))
  return service.logs.filter((line) => line.requestId === requestId)
}

describe('the line of a request', () => {
  test('holds everything there is to know of it', async () => {
    const lines = await linesOf('/auth/probe/me?x=1', {
      headers: { ...as('editor', 'eve'), 'user-agent': 'tester/1', 'cf-connecting-ip': '203.0.113.9' },
    })
    expect(lines).toEqual([
      {
        level: 'info',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        type: 'request',
        requestId: expect.any(String),
        method: 'GET',
        url: `${service.url.origin}/auth/probe/me?x=[length 1]`,
        userId: 'eve',
        ip: '203.0.113.9',
        userAgent: 'tester/1',
        status: 200,
        durationMs: expect.any(Number),
        headers: expect.objectContaining({ 'x-test-user': '[length 17]', 'user-agent': 'tester/1' }),
      },
    ])
  })

  test('there is one, for errors and refusals too', async () => {
    for (const [path, status, level] of [
      ['/nowhere', 404, 'info'],
      ['/auth/probe/crash', 500, 'error'],
      ['/auth/probe/me', 401, 'info'],
    ] as const) {
      const lines = (await linesOf(path)).filter(({ type }) => type === 'request')
      expect(lines).toEqual([expect.objectContaining({ status, level, userId: null })])
    }
  })

  test('only what is known comes into it: of everything else the length', async () => {
    const lines = await linesOf(
      '/auth/probe/public?token=SECRET1&page=2&api_key=SECRET2&preview=SECRET3&tok%65n=SECRET8&SECRET9&a=SECRET?page=1',
      {
        headers: {
          authorization: 'Bearer SECRET4',
          cookie: 'auth_token=SECRET5',
          'x-api-key': 'SECRET6',
          'cf-access-jwt-assertion': 'SECRET10',
          'x-hub-thing': 'SECRET11',
          referer: 'https://example.com/reset?token=SECRET7&page=3',
        },
      },
    )
    const text = JSON.stringify(lines)
    expect(text).not.toContain('SECRET')
    expect(text).toContain('?token=[length 7]&page=2&')
    expect(text).toContain('&page=3')
    expect(lines[0]).toMatchObject({
      headers: { authorization: '[length 14]', cookie: '[length 18]', 'cf-access-jwt-assertion': '[length 8]' },
    })
  })

  test('what browsers and Cloudflare say of a request is read as it is, and which part of something it asks for', async () => {
    const said = (
      'accept accept-language cache-control cdn-loop cf-connecting-ip cf-ipcountry cf-ray cf-visitor dnt if-match if-modified-since ' +
      'if-none-match if-unmodified-since origin pragma priority range sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform ' +
      'sec-fetch-dest sec-fetch-site sec-fetch-user sec-gpc traceparent upgrade-insecure-requests user-agent ' +
      'x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip x-request-id x-requested-with'
    ).split(' ')
    const headers = Object.fromEntries(said.map((name) => [name, `${name.length}`]))
    const asked = 'collection count fields folder format limit locale page populate pretty sort status tab version'
    const query = asked.replaceAll(/(\w+) ?/g, (_, name) => `${name}=${name.length}&`)
    const lines = await linesOf(`/auth/probe/public?${query}`, { headers })
    expect(lines[0]).toMatchObject({ url: expect.stringContaining(query), headers })
  })

  test("a plugin's own line carries the request's id, without values named like secrets", async () => {
    const line = (await linesOf('/auth/probe/slow')).find(({ type }) => type === 'probe')
    expect(line).toMatchObject({ token: '[redacted]', note: 'kept' })
  })
})

describe('slow requests', () => {
  test('are told apart by the threshold of their path', async () => {
    const slow = (await linesOf('/auth/probe/slow')).find(({ type }) => type === 'slow')
    expect(slow).toMatchObject({
      level: 'warn',
      thresholdMs: 10,
      status: 200,
      url: `${service.url.origin}/auth/probe/slow`,
    })
    expect(Number(slow?.durationMs)).toBeGreaterThanOrEqual(10)
    expect((await linesOf('/auth/probe/public')).map(({ type }) => type)).toEqual(['request'])
  })
})

describe('the security log', () => {
  test.each([
    ['script_tag', '/nowhere?q=%3Cscript%3Ealert(1)%3C/script%3E', {}],
    ['script_tag', '/nowhere?q=%253Cscript%253E', {}],
    ['javascript_protocol', '/nowhere?next=javascript:alert(1)', {}],
    ['event_handler', '/nowhere?q=%3Cimg%20onerror%3Dalert(1)%3E', {}],
    ['path_traversal', '/nowhere?file=..%2F..%2Fsecrets', {}],
    ['etc_passwd', '/nowhere?file=/etc/passwd', {}],
    ['union_select', '/nowhere?id=1+UNION+SELECT+password', {}],
    ['union_select', '/nowhere?id=1%20union%20all%20select%201', {}],
    ['drop_table', '/nowhere?id=1;DROP%20TABLE%20users', {}],
    ['script_tag', '/nowhere', { 'user-agent': '<SCRIPT>alert(1)</SCRIPT>' }],
    ['drop_table', '/nowhere', { referer: 'https://example.com/?q=drop%20table' }],
  ])('%s in %s', async (pattern, path, headers) => {
    const line = (await linesOf(path, { headers })).find(({ event }) => event === 'suspicious_request')
    expect(line).toMatchObject({ level: 'warn', type: 'security', status: 404, patterns: [pattern] })
  })

  test('ordinary requests are not suspicious', async () => {
    const lines = await linesOf('/api/people?sort=-createdAt&limit=10', { headers: { 'user-agent': 'Mozilla/5.0' } })
    expect(lines.map(({ type }) => type)).toEqual(['request'])
  })

  test.each([
    ['failed_login', '/auth/probe/login', { method: 'POST' }, 'warn'],
    ['unauthorised_access', '/auth/probe/me', {}, 'warn'],
    ['unauthorised_access', '/auth/probe/editors', { headers: as('viewer') }, 'warn'],
    ['unauthorised_access', '/admin/probe/page', { headers: { accept: 'text/html' } }, 'warn'],
    ['admin_access', '/admin/probe/page', { headers: as('editor', 'eve') }, 'info'],
  ])('%s at %s', async (event, path, init, level) => {
    const lines = (await linesOf(path, init)).filter(({ type }) => type === 'security')
    expect(lines).toEqual([expect.objectContaining({ event, level })])
  })
})

test('messages that cannot be loaded are logged, and the text stays English', async () => {
  const headers = { cookie: 'language=nl' }
  const { status, body } = await service.json('/nowhere', { headers })
  expect([status, body.detail]).toEqual([404, 'There is nothing at /nowhere.'])
  await expect
    .poll(() => service.logs.filter(({ type }) => type === 'messages'))
    .toEqual([
      expect.objectContaining({
        level: 'error',
        language: 'nl',
        error: expect.stringContaining('the catalog is gone'),
      }),
    ])
})
