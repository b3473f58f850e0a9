import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const next = counter()

async function note(fields: object, headers: Record<string, string>) {
  const { body } = await service.json('/api/notes', { body: { text: `Note ${next()}`, ...fields }, headers })
  return `/api/notes/${body.data.id}`
}

const statusOf = async (path: string, headers: Record<string, string> = {}, method = 'GET', body?: unknown) =>
  (await service.json(path, { method, headers, ...(body === undefined ? {} : { body }) })).status

describe('the default access', () => {
  test.each([
    [{}, 'anonymous', 401, 401, 401],
    [as('viewer'), 'viewer', 403, 403, 403],
    [as('author', 'stranger'), 'author', 201, 403, 403],
    [as('editor'), 'editor', 201, 200, 204],
    [as('admin'), 'admin', 201, 200, 204],
  ])('%s: %s', async (headers, _, creates, changes, deletes) => {
    const created = await service.json('/api/people', { body: { name: `P ${next()}` }, headers: as('editor', 'eve') })
    const path = `/api/people/${created.body.data.id}`
    expect(await statusOf('/api/people', headers, 'POST', { name: `Q ${next()}` })).toBe(creates)
    expect(await statusOf(path, headers)).toBe(200)
    expect(await statusOf(path, headers, 'PATCH', { name: 'R' })).toBe(changes)
    expect(await statusOf(path, headers, 'PUT', { name: 'R' })).toBe(changes)
    expect(await statusOf(path, headers, 'DELETE')).toBe(deletes)
  })

  test('an author changes what they created, and deletes nothing', async () => {
    const author = as('author', 'arthur')
    const { body } = await service.json('/api/people', { body: { name: `P ${next()}` }, headers: author })
    const path = `/api/people/${body.data.id}`
    expect(await statusOf(path, author, 'PATCH', { name: 'Mine' })).toBe(200)
    expect(await statusOf(path, author, 'DELETE')).toBe(403)
  })
})

describe('a condition on reading', () => {
  test('hides what does not meet it, as if it were not there', async () => {
    const [mine, others] = [await note({}, as('author', 'ann')), await note({}, as('author', 'bob'))]
    const ann = as('author', 'ann')
    expect([await statusOf(mine, ann), await statusOf(others, ann)]).toEqual([200, 404])
    expect([await statusOf(mine, as('editor')), await statusOf(others, as('admin'))]).toEqual([200, 200])
    expect(await statusOf(mine)).toBe(401)
    expect(await statusOf(mine, as('stranger'))).toBe(403)
    for (const [method, body] of [
      ['PATCH', {}],
      ['DELETE', undefined],
    ] as const) {
      expect([method, await statusOf(others, ann, method, body)]).toEqual([method, method === 'DELETE' ? 403 : 404])
    }
  })

  test('narrows lists and their totals; several conditions are alternatives', async () => {
    const viewer = as('viewer', `viewer-${next()}`)
    const before = (await service.json('/api/notes?limit=100', { headers: viewer })).body.pagination.total
    await note({ shared: true }, as('editor'))
    await note({ shared: false }, as('editor'))
    const { body } = await service.json('/api/notes?limit=100', { headers: viewer })
    expect(body.pagination.total).toBe(before + 1)
    expect(body.data).toHaveLength(before + 1)
    expect(body.data.every(({ shared }: { shared: boolean }) => shared)).toBe(true)
    const filtered = await service.json('/api/notes?shared=false', { headers: viewer })
    expect(filtered.body.data).toEqual([])
  })

  test("each caller's own, in the same words", async () => {
    const [ann, bob] = [as('author', `ann-${next()}`), as('author', `bob-${next()}`)]
    await note({}, ann)
    await note({}, bob)
    await note({}, bob)
    const totalOf = async (headers: Record<string, string>) =>
      (await service.json('/api/notes', { headers })).body.pagination.total
    expect([await totalOf(ann), await totalOf(bob)]).toEqual([1, 2])
  })
})

describe('a rule that is a function', () => {
  test('is asked for each document', async () => {
    const path = await note({}, as('editor', 'eve'))
    expect(await statusOf(path, as('editor', 'eve'), 'PATCH', { text: 'mine' })).toBe(200)
    expect(await statusOf(path, as('editor', 'other'), 'PATCH', { text: 'not mine' })).toBe(403)
    expect(await statusOf(path, as('admin'), 'PATCH', { text: 'an admin may' })).toBe(200)
  })

  test('may answer with a condition, which lists and single documents keep', async () => {
    const create = async (mood: string) =>
      `/api/diary/${(await service.json('/api/diary', { body: { entry: 'E', mood } })).body.data.id}`
    const [happy, sad] = [await create('happy'), await create('sad')]
    expect([await statusOf(happy), await statusOf(sad), await statusOf(sad, as('editor'))]).toEqual([200, 404, 200])
    const moods = (await service.json('/api/diary')).body.data.map(({ mood }: { mood: string }) => mood)
    expect(new Set(moods)).toEqual(new Set(['happy']))
    const all = (await service.json('/api/diary', { headers: as('editor') })).body.pagination.total
    expect(all).toBeGreaterThan(moods.length)
  })

  test('that says no is 403, or 401 to nobody; a single document is not there', async () => {
    const { body } = await service.json('/api/diary', { body: { entry: 'E' } })
    const guest = as('guest')
    expect(await statusOf('/api/diary', guest)).toBe(403)
    expect(await statusOf(`/api/diary/${body.data.id}`, guest)).toBe(404)
  })

  test('is asked about a creation before there is a document, and its condition holds for the new one', async () => {
    expect(await statusOf('/api/diary', as('viewer'), 'POST', { entry: 'E' })).toBe(403)
    expect(await statusOf('/api/diary', as('viewer'), 'POST', { nonsense: true })).toBe(403)
    expect(await statusOf('/api/diary', as('guest'), 'POST', { entry: 'E', mood: 'sad' })).toBe(403)
    expect(await statusOf('/api/diary', as('guest'), 'POST', { entry: 'E', mood: 'happy' })).toBe(201)
    expect(await statusOf('/api/diary', as('editor'), 'POST', { entry: 'E', mood: 'sad' })).toBe(201)
  })

  test('nobody: not even an admin', async () => {
    const path = await note({}, as('editor', 'eve'))
    expect(await statusOf(path, as('admin'), 'DELETE')).toBe(403)
  })
})

describe('fields', () => {
  const editor = as('editor', 'eve')
  const article = async () => {
    const body = { title: `Fields ${next()}`, status: 'published', secretNote: 'hidden', deskNote: 'desk' }
    const answer = await service.json('/api/articles', { body, headers: editor })
    return { path: `/api/articles/${answer.body.data.id}`, data: answer.body.data }
  }

  test('hidden ones are in no answer', async () => {
    const { path, data } = await article()
    expect(data).not.toHaveProperty('secretNote')
    for (const address of [path, `${path}/versions/1`, '/api/articles']) {
      const text = JSON.stringify((await service.json(address, { headers: as('admin') })).body)
      expect(text).not.toContain('hidden')
    }
    expect((await service.json('/api/articles?fields=secretNote', { headers: editor })).status).toBe(400)
    expect((await service.json('/api/articles?secretNote=hidden', { headers: editor })).status).toBe(400)
  })

  test('those with a rule of their own are shown to whom it names', async () => {
    const { path } = await article()
    for (const headers of [editor, as('admin')]) {
      expect((await service.json(path, { headers })).body.data.deskNote).toBe('desk')
    }
    for (const headers of [{}, as('viewer'), as('author')]) {
      expect((await service.json(path, { headers })).body.data).not.toHaveProperty('deskNote')
      for (const query of ['fields=deskNote', 'sort=deskNote', 'deskNote=desk']) {
        const { status, body } = await service.json(`/api/articles?${query}`, { headers })
        expect([status, body.code]).toEqual([400, 'invalid_query'])
      }
    }
  })

  test('and taken from whom it names', async () => {
    const { status, body } = await service.json('/api/articles', {
      body: { title: 'By an author', deskNote: 'x' },
      headers: as('author'),
    })
    expect([status, body.code, body.detail]).toEqual([403, 'forbidden', expect.stringContaining('deskNote')])
  })
})
