import { describe, expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import type { JsonInit } from '../harness/service.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()
const FORM = 'application/x-www-form-urlencoded'

/** Lines of the security log about one request. */
async function linesOf(path: string, init?: JsonInit) {
  const { headers } = await service.json(path, init)
  const requestId = headers.get('x-request-id')
  await expect
    .poll(() => service.logs.some((line) => line.requestId === requestId && line.type === 'request'))
    .toBe(true)
  return service.logs.filter((line) => line.requestId === requestId && line.type === 'security')
}

describe('what is suspicious', () => {
  const attacks: [string, string][] = [
    ['script_tag', '<script>alert(1)</script>'],
    ['script_tag', '< SCRIPT src=//evil.example>'],
    ['script_tag', '</script >'],
    ['javascript_protocol', 'JavaScript:alert(1)'],
    ['event_handler', '<img src=x onerror=alert(1)>'],
    ['event_handler', '<svg ONLOAD = alert(1)>'],
    ['path_traversal', '../../secrets'],
    ['path_traversal', '..\\..\\secrets'],
    ['etc_passwd', '/etc/PASSWD'],
    ['union_select', "' UNION SELECT password FROM users"],
    ['union_select', 'union/**/all/**/select'],
    ['union_select', 'union(select 1)'],
    ['drop_table', "'; DROP   TABLE users; --"],
    ['drop_table', 'drop/**/table x'],
  ]

  const places: [string, (text: string) => [string, JsonInit?], string][] = [
    ['a query', (text) => [`/nowhere?q=${encodeURIComponent(text)}`], 'url'],
    ['a query, encoded twice', (text) => [`/nowhere?q=${encodeURIComponent(encodeURIComponent(text))}`], 'url'],
    ['a path', (text) => [`/nowhere/${encodeURIComponent(text)}`], 'url'],
    ['a path, encoded twice', (text) => [`/nowhere/${encodeURIComponent(encodeURIComponent(text))}`], 'url'],
    ['a header', (text) => ['/nowhere', { headers: { referer: text } }], 'headers'],
    ['JSON', (text) => ['/auth/probe/json', { body: { name: text } }], 'body'],
    [
      'JSON with escapes',
      (text) => ['/auth/probe/json', { body: escaped({ name: text }), headers: JSON_TYPE }],
      'body',
    ],
    [
      'a form',
      (text) => [
        '/auth/probe/either',
        { body: `${new URLSearchParams({ name: text })}`, headers: { 'content-type': FORM } },
      ],
      'body',
    ],
    [
      'a form, encoded twice',
      (text) => [
        '/auth/probe/either',
        { body: `${new URLSearchParams({ name: encodeURIComponent(text) })}`, headers: { 'content-type': FORM } },
      ],
      'body',
    ],
    ['a document', (text) => ['/api/notes', { body: { text }, headers: as('editor') }], 'body'],
  ]

  for (const [place, request, found] of places) {
    test.each(attacks)(`%s: %s in ${place}`, async (pattern, text) => {
      const line = (await linesOf(...request(text))).find(({ event }) => event === 'suspicious_request')
      expect(line).toMatchObject({ level: 'warn', type: 'security', patterns: [pattern], in: [found] })
    })
  }

  test('in a file name and a field of a multipart form', async () => {
    const form = new FormData()
    form.set('name', '<script>')
    const answer = await service.fetch('/auth/probe/either', { method: 'POST', body: form })
    const requestId = answer.headers.get('x-request-id')
    await expect
      .poll(() => service.logs.find((line) => line.requestId === requestId && line.event === 'suspicious_request'))
      .toMatchObject({ patterns: ['script_tag'], in: ['body'] })
  })

  test.each([
    'on the one hand = on the other',
    'a union of writers',
    'drop the table of contents',
    'a script, a play',
    '../up',
  ])('%s is not', async (text) => {
    const lines = await linesOf(`/nowhere?q=${encodeURIComponent(text)}`, { method: 'POST', body: { text } })
    expect(lines.filter(({ event }) => event === 'suspicious_request')).toEqual([])
  })
})

const JSON_TYPE = { 'content-type': 'application/json' }

/** The same JSON, written differently. */
function escaped(value: unknown): string {
  return JSON.stringify(value).replace(/[</.']/g, (character) => {
    return character === '/' ? '\\/' : `\\u00${character.charCodeAt(0).toString(16)}`
  })
}

describe('what is refused', () => {
  const refusals: [string, string, { method?: string; headers?: Record<string, string> }, object][] = [
    ['failed_login', '/auth/probe/login', { method: 'POST' }, { status: 401, code: 'invalid_credentials' }],
    ['unauthorised_access', '/auth/probe/me', {}, { status: 401, code: 'unauthenticated' }],
    ['unauthorised_access', '/auth/probe/editors', { headers: as('viewer', 'vic') }, { status: 403, userId: 'vic' }],
    [
      'unauthorised_access',
      '/auth/probe/change',
      { method: 'POST', headers: { ...as('editor', 'eve', 'cookie'), origin: 'https://evil.example' } },
      { status: 403, code: 'csrf_failed', userId: 'eve' },
    ],
    ['admin_access', '/admin/probe/page', { headers: as('editor', 'eve') }, { status: 200, userId: 'eve' }],
  ]
  test.each(refusals)('%s at %s', async (event, path, init, shape) => {
    const lines = await linesOf(path, { ...init, headers: { ...init.headers, 'cf-connecting-ip': '203.0.113.4' } })
    expect(lines).toEqual(
      [
        {
          level: event === 'admin_access' ? 'info' : 'warn',
          at: expect.any(String),
          type: 'security',
          event,
          requestId: expect.any(String),
          method: expect.any(String),
          url: `${service.url.origin}${path}`,
          userId: null,
          ip: '203.0.113.4',
          userAgent: null,
          ...shape,
          ...(event === 'admin_access' ? {} : { code: expect.any(String) }),
        },
      ].map((line) => ({ ...line, userAgent: expect.anything() })),
    )
  })
})

describe('what is never in it', () => {
  test('bodies, and what is named like a secret', async () => {
    const body = { name: '<script>', password: 'SECRET1', token: 'SECRET2' }
    const lines = await linesOf('/auth/probe/json?token=SECRET3&q=<script>', {
      body,
      headers: { cookie: 'auth_token=SECRET4' },
    })
    expect(lines.length).toBeGreaterThan(0)
    expect(JSON.stringify(lines)).not.toContain('SECRET')
  })

  test('line breaks and terminal codes of a caller stand escaped', async () => {
    const [line] = await linesOf('/nowhere?sort=%0a%1b[31m<script>', {})
    expect(line?.url).toContain('%0a%1b[31m')
  })

  test('more than 2,048 characters of an address', async () => {
    const [line] = await linesOf(`/nowhere?sort=<script>${'x'.repeat(10_000)}`, {})
    expect(String(line?.url).length).toBe(2048)
  })
})
