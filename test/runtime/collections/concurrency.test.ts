import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()

async function person() {
  const { headers, body } = await service.json('/api/people', { body: { name: `P ${next()}` }, headers: editor })
  return { path: `/api/people/${body.data.id}`, etag: headers.get('etag') ?? '', id: body.data.id }
}

describe('ETag', () => {
  test('is strong, the same for the same answer, and another after a change', async () => {
    const { path, etag } = await person()
    expect(etag).toMatch(/^"[\w-]+"$/)
    const changed = await service.json(path, { method: 'PATCH', body: { name: 'Q' }, headers: editor })
    expect(changed.headers.get('etag')).not.toBe(etag)
    expect((await service.fetch(path, { headers: editor })).headers.get('etag')).toBe(changed.headers.get('etag'))
  })

  test('tells what callers of different sight get apart, and forms of one answer', async () => {
    const { body } = await service.json('/api/articles', {
      body: { title: 'Tags', status: 'published' },
      headers: editor,
    })
    const path = `/api/articles/${body.data.id}`
    const tags = await Promise.all([
      service.fetch(path),
      service.fetch(path, { headers: editor }),
      service.fetch(`${path}?pretty`),
    ])
    expect(new Set(tags.map(({ headers }) => headers.get('etag'))).size).toBe(3)
  })

  test('a deletion that empties a reference changes it', async () => {
    const { id, path } = await person()
    const { body } = await service.json('/api/articles', { body: { title: 'Emptied', editor: id }, headers: editor })
    const article = `/api/articles/${body.data.id}`
    const before = (await service.fetch(article, { headers: editor })).headers.get('etag')
    await service.fetch(path, { method: 'DELETE', headers: editor })
    expect((await service.fetch(article, { headers: editor })).headers.get('etag')).not.toBe(before)
  })
})

describe('If-None-Match', () => {
  test('is 304 without a body while nothing has changed', async () => {
    const { path } = await person()
    const etag = (await service.fetch(path)).headers.get('etag') ?? ''
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await service.fetch(path, { headers: { 'if-none-match': value } })
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await service.fetch(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    await service.fetch(path, {
      method: 'PATCH',
      body: '{"name":"R"}',
      headers: { ...editor, 'content-type': 'application/json' },
    })
    expect((await service.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('holds for lists', async () => {
    const list = () => service.fetch('/api/people?limit=5')
    const etag = (await list()).headers.get('etag') ?? ''
    expect((await service.fetch('/api/people?limit=5', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await service.fetch('/api/people?limit=6', { headers: { 'if-none-match': etag } })).status).toBe(200)
    await person()
    expect((await service.fetch('/api/people?limit=5', { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('means nothing to a write', async () => {
    const { path, etag } = await person()
    const headers = { ...editor, 'if-none-match': etag }
    expect((await service.json(path, { method: 'PATCH', body: {}, headers })).status).toBe(200)
  })
})

describe.each(['PUT', 'PATCH', 'DELETE'])('If-Match on %s', (method) => {
  const send = (path: string, ifMatch: string) =>
    service.json(path, {
      method,
      headers: { ...editor, 'if-match': ifMatch },
      ...(method === 'DELETE' ? {} : { body: { name: 'Matched' } }),
    })

  test('lets a change of what was read pass', async () => {
    const { path, etag } = await person()
    expect((await send(path, etag)).status).toBeLessThan(300)
    const other = await person()
    expect((await send(other.path, `"nothing", ${other.etag}`)).status).toBeLessThan(300)
    expect((await send((await person()).path, '*')).status).toBeLessThan(300)
  })

  test('is what any caller read: an ETag from before signing in counts too', async () => {
    const { path } = await person()
    const etag = (await service.fetch(path)).headers.get('etag') ?? ''
    expect((await send(path, etag)).status).toBeLessThan(300)
  })

  test.each([['"nothing"'], ['W/"nothing"'], ['nothing'], [', ,']])('%j is stale', async (ifMatch) => {
    const { path } = await person()
    const { status, body } = await send(path, ifMatch)
    expect([status, body.code]).toEqual([412, 'precondition_failed'])
  })

  test('a weak tag never matches', async () => {
    const { path, etag } = await person()
    expect((await send(path, `W/${etag}`)).status).toBe(412)
  })

  test('is stale after a change, and nothing happens', async () => {
    const { path, etag } = await person()
    await service.json(path, { method: 'PATCH', body: { name: 'Faster' }, headers: editor })
    expect((await send(path, etag)).status).toBe(412)
    expect((await service.json(path)).body.data).toMatchObject({ name: 'Faster', version: 2 })
  })
})

test('of many writes with one ETag, one happens', async () => {
  const { path, etag } = await person()
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((number) =>
      service.json(path, { method: 'PATCH', body: { name: `W ${number}` }, headers: { ...editor, 'if-match': etag } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412])
})
