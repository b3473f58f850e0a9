import { describe, expect, it } from 'vitest'
import { sharedService } from './fixture.ts'

const service = sharedService()
const admin = { 'x-test-user': 'admin' }
const browser = { ...admin, accept: 'text/html' }
const script = { ...admin, 'hx-request': 'true' }

const typed = { title: ' New ', tags: 'a', note: '' }

function post(path: string, fields: Record<string, string> | URLSearchParams, headers: Record<string, string>) {
  return service.fetch(path, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' })
}

describe('what a route loads', () => {
  it('is JSON for programs, that it went well under the admin', async () => {
    const { status, body } = await service.json('/admin/shelf/7', { headers: admin })
    expect([status, body]).toEqual([200, { success: true, data: { id: '7', title: 'Book 7' } }])
  })

  it('is JSON as it is under the API, whoever asks', async () => {
    const { body } = await service.json('/api/shelf', { headers: browser })
    expect(body).toEqual({ data: [{ id: 'a', title: 'Book a' }] })
  })

  it('is a page for a browser, which no cache keeps', async () => {
    const answer = await service.fetch('/admin/shelf/7?tone=loud', { headers: browser })
    const page = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(page).toMatch(/^<!doctype html>.*<title>A book/s)
    for (const part of ['loud 7', 'value="Book 7"']) expect(page).toContain(part)
  })

  it('is the content of the page for a script of a page', async () => {
    const page = await (await service.fetch('/admin/shelf/7', { headers: script })).text()
    expect(page).toMatch(/^<form><p>plain 7<\/p>/)
  })

  it('is a part of its own for a script where the route has one', async () => {
    expect(await (await service.fetch('/admin/shelf-form', { headers: script })).text()).toBe('<p>a part</p>')
  })

  it('says that it comes in several forms', async () => {
    for (const headers of [admin, browser, script]) {
      const answer = await service.fetch('/admin/shelf/7', { headers })
      const vary = answer.headers.get('vary') ?? ''
      expect([/\bAccept\b/.test(vary), /\bHX-Request\b/.test(vary)], vary).toEqual([true, true])
    }
  })

  it('has the status that was set', async () => {
    const answer = await service.json('/admin/shelf-search?q=late', { headers: admin })
    expect([answer.status, answer.body]).toEqual([503, { success: true, data: 'Found late' }])
  })

  it('leads a browser on, where the route says where', async () => {
    const answer = await service.fetch('/admin/shelf-search?q=one', { headers: browser, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin/shelf/1'])
    expect((await service.json('/admin/shelf-search?q=one', { headers: admin })).body.data).toBe('Found one')
  })

  it('is a page for everybody where there is nothing else', async () => {
    expect(await (await service.fetch('/admin/shelf-form', { headers: admin })).text()).toContain('the whole page')
  })
})

describe('what a route does', () => {
  it('is told to programs with its status', async () => {
    const body = { title: 'New', tags: ['a'], note: null, isLent: false }
    const answer = await service.json('/admin/shelf/7', { headers: admin, body })
    expect([answer.status, answer.body]).toEqual([201, { success: true, data: body }])
  })

  it('leads a browser on', async () => {
    const answer = await post('/admin/shelf/7', typed, browser)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/shelf/7'])
  })

  it('is 204 where nothing is returned', async () => {
    expect((await service.fetch('/admin/shelf', { method: 'DELETE', headers: admin })).status).toBe(204)
  })

  it('is shown where nothing leads on', async () => {
    const answer = await post('/admin/shelf-report', { of: 'June' }, browser)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await answer.text()).toContain('<p>Report of June</p>')
  })
})

describe('a route for people alone', () => {
  const enter = (name: string, accept: object) =>
    post('/auth/shelf/enter', { name }, { origin: service.url.origin, ...accept })

  it.each([{}, { accept: 'text/html' }])('leads everybody on: %j', async (accept) => {
    const answer = await enter('Ann', accept)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth/shelf/lend'])
  })

  it.each([{}, { accept: 'text/html' }])('shows everybody what was made of a form: %j', async (accept) => {
    const answer = await enter('stranger', accept)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(await answer.text()).toContain('stranger is not known')
  })
})

describe('a link that does something', () => {
  const open = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
    service.fetch(`/auth/shelf/lend?token=${query}`, { method, headers, redirect: 'manual' })
  const html = { accept: 'text/html' }

  it('is JSON for programs, as it is outside the admin, which nobody keeps', async () => {
    const answer = await open('new')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await answer.json()).toEqual({ lent: 'new' })
  })

  it('leads a browser on with the status of its route, or shows it what was done', async () => {
    const led = await open('new&to=/admin/shelf-form', html)
    expect([led.status, led.headers.get('location')]).toEqual([302, '/admin/shelf-form'])
    expect(await (await open('new', html)).text()).toContain('new lent: new')
  })

  it.each([
    ['HEAD', {}],
    ['HEAD', html],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { ...html, 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { ...html, purpose: 'prefetch' }],
    ['GET', { ...html, 'x-moz': 'prefetch' }],
    ['GET', { ...html, 'x-purpose': 'preview' }],
  ])('does nothing for %s with %j', async (method, headers) => {
    const answer = await open('new&to=/admin/shelf-form', headers, method)
    expect([answer.status, answer.headers.get('x-lent')]).toEqual([200, null])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const isPage = method === 'GET' && 'accept' in headers
    expect(await answer.text()).toEqual(isPage ? expect.stringContaining('new not yet') : '')
  })

  it('shows a browser what is wrong with it, and programs the problem', async () => {
    const page = await open('used', html)
    expect([page.status, page.headers.get('cache-control')]).toEqual([401, 'no-store'])
    expect(await page.text()).toContain('used This link was used before.')
    expect(await (await open('used')).json()).toMatchObject({ code: 'invalid_token' })
  })
})

describe('a form', () => {
  const read = async (fields: Record<string, string> | [string, string][]) => {
    const answer = await post('/admin/shelf/7', new URLSearchParams(fields), admin)
    return (await answer.json()) as { data?: unknown; errors?: { path: string; code: string }[] }
  }

  it('says what JSON would', async () => {
    const fields: [string, string][] = [
      ['title', 'New'],
      ['pages', '12'],
      ['tags', 'a'],
      ['tags', 'b'],
      ['isLent', 'on'],
      ['note', 'n'],
    ]
    expect((await read(fields)).data).toEqual({ title: 'New', pages: 12, tags: ['a', 'b'], isLent: true, note: 'n' })
  })

  it('leaves out what is empty, and does not tick by itself', async () => {
    expect((await read({ title: 'New', pages: '', note: '' })).data).toEqual({
      title: 'New',
      tags: [],
      isLent: false,
      note: null,
    })
  })

  it.each([
    [{ pages: '1.5' }, 'pages'],
    [{ pages: '12 or so' }, 'pages'],
    [{ isLent: 'perhaps' }, 'isLent'],
    [{ tittle: 'x' }, 'tittle'],
  ])('is held against the same schema: %j', async (wrong, path) => {
    expect((await read({ title: 'New', note: '', ...wrong })).errors).toEqual([expect.objectContaining({ path })])
  })
})

describe('a refused query', () => {
  it.each([
    ['a browser', browser],
    ['a script', script],
  ])('is shown to %s on its page, with what was typed', async (_, headers) => {
    const answer = await service.fetch('/admin/shelf-search?q=too+long', { headers })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
    expect(await answer.text()).toContain('<p>too long: q: At most 5 characters.</p>')
  })

  it('is a problem to programs', async () => {
    expect((await service.json('/admin/shelf-search?q=too+long', { headers: admin })).body.code).toBe('invalid_query')
  })
})

describe('a refused form', () => {
  it('is shown again with what was typed and what is wrong', async () => {
    const title = 'A title that is <longer> than twenty'
    const answer = await post('/admin/shelf/7', { ...typed, title }, browser)
    const page = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([422, 'no-store'])
    for (const part of ['plain 7', 'value="A title that is &lt;longer&gt; than twenty"']) expect(page).toContain(part)
    expect(page).toMatch(/<p id="title-note">.+<\/p>/)
  })

  it('keeps the headers of the refusal', async () => {
    const answer = await post('/admin/shelf/7', { ...typed, title: 'Taken' }, browser)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await answer.text()).toContain('value="Taken"')
  })

  it('gives back what was typed where its page is gone, but for passwords', async () => {
    const answer = await post(
      '/admin/shelf/gone',
      { ...typed, title: '', note: 'A <long>\nnote', password: 'hush' },
      browser,
    )
    const page = await answer.text()
    expect(answer.status).toBe(404)
    expect(page).toContain('A &lt;long&gt;\nnote')
    expect(page).not.toContain('hush')
  })

  it('is a problem to programs', async () => {
    const answer = await post('/admin/shelf/7', { ...typed, title: '' }, admin)
    expect(await answer.json()).toMatchObject({ code: 'validation_failed', errors: [{ path: 'title' }] })
  })
})
