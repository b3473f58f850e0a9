import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()
const DAY = 86_400_000

const create = async (collection: string, body: object) =>
  (await service.json(`/api/${collection}`, { body, headers: editor })).body.data
const topic = (fields: object = {}) => create('topics', { name: `Trashed topic ${next()}`, ...fields })
const person = (fields: object = {}) => create('people', { name: `Trashed person ${next()}`, ...fields })
const article = (fields: object = {}) => create('articles', { title: `Trashed article ${next()}`, ...fields })
const remove = (collection: string, id: string, headers = editor) =>
  service.json(`/api/${collection}/${id}`, { method: 'DELETE', headers })
const read = (collection: string, id: string) => service.json(`/api/${collection}/${id}`, { headers: editor })
const restore = (collection: string, id: string, headers = editor) =>
  service.json(`/api/${collection}/trash/${id}/restore`, { method: 'POST', headers })
const purge = (collection: string, id: string) =>
  service.json(`/api/${collection}/trash/${id}`, { method: 'DELETE', headers: editor })
const trash = (collection: string, query = '', headers = editor) =>
  service.json(`/api/${collection}/trash${query}`, { headers })
const count = async (table: string, id: string) =>
  (await service.sql(`SELECT 1 FROM ${table} WHERE document_id = ?1`, id)).length

describe('a deleted document', () => {
  test('is in the trash for 30 days, as the caller saw it, and comes back whole', async () => {
    const [author, first, second] = [await person(), await topic(), await topic()]
    const values = {
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'He said "yes"\n\\ ☃' }] }] },
      rating: 2.5,
      featured: true,
      day: '2024-02-29',
      startsAt: '1969-07-20T20:17:40.123Z',
      extra: { a: [1, null, 'b'] },
      author: author.id,
      topics: [second.id, first.id],
      links: ['https://example.com/'],
      seo: { title: 'Short', index: false },
      parts: [{ type: 'quote', text: 'Q', source: null }],
      secretNote: 'hidden',
      status: 'published',
    }
    const { id, updatedAt: _, updatedBy: __, hasDraft: ___, version, ...was } = await article(values)
    await remove('articles', id)

    const { body } = await trash('articles')
    const entry = body.data.find((one: { id: string }) => one.id === id)
    expect(entry).toMatchObject({ id, deletedBy: 'eve', deletedWith: null, document: { ...was, version } })
    expect(entry.document).not.toHaveProperty('secretNote')
    expect(Date.parse(entry.expiresAt) - Date.parse(entry.deletedAt)).toBe(30 * DAY)

    const restored = await restore('articles', id)
    expect([restored.status, restored.body.data]).toEqual([200, expect.objectContaining({ ...was, version: 2 })])
    expect((await read('articles', id)).body.data).toEqual(restored.body.data)
    expect(await service.sql('SELECT secret_note FROM articles WHERE id = ?1', id)).toEqual([{ secret_note: 'hidden' }])
    expect((await restore('articles', id)).status).toBe(404)
    expect(await count('content_trash', id)).toBe(0)
  })

  test('keeps its history', async () => {
    const { id, title } = await article()
    await service.json(`/api/articles/${id}`, { method: 'PATCH', body: { title: 'Changed' }, headers: editor })
    await remove('articles', id)
    expect((await service.json(`/api/articles/${id}/versions`, { headers: editor })).status).toBe(404)
    await restore('articles', id)
    const { data } = (await service.json(`/api/articles/${id}/versions`, { headers: editor })).body
    expect(data.map((one: { version: number }) => one.version)).toEqual([3, 2, 1])
    const first = await service.json(`/api/articles/${id}/versions/1`, { headers: editor })
    expect(first.body.data.title).toBe(title)
  })

  test('of many restorations at once, one happens', async () => {
    const { id } = await person()
    await remove('people', id)
    const answers = await Promise.all(Array.from({ length: 4 }, () => restore('people', id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  })

  test('is told of as saved and restored, and stands in the audit log', async () => {
    const { id } = await person()
    await remove('people', id)
    await restore('people', id)
    const events = (await service.json('/auth/probe/events')).body
      .map(({ event }: { event: { id?: string } }) => event)
      .filter((event: { id?: string }) => event.id === id)
    expect(events.map(({ event }: { event: string }) => event)).toEqual([
      'content:save',
      'content:delete',
      'content:save',
      'content:restore',
    ])
    expect(events.at(-1)).toMatchObject({ before: null, after: { id, version: 2 } })
    const lines = await service.sql('SELECT action FROM audit_log WHERE document_id = ?1 ORDER BY id', id)
    expect(lines.map(({ action }) => action)).toEqual(['content.create', 'content.delete', 'content.undelete'])
  })

  test('bulk deletions go there, too', async () => {
    const ids = [(await person()).id, (await person()).id]
    const operations = ids.map((id) => ({ action: 'delete', id }))
    await service.json('/api/people/bulk', { body: { operations }, headers: editor })
    for (const id of ids) expect((await restore('people', id)).status).toBe(200)
  })
})

describe('references', () => {
  test('that the deletion took out of other documents are put back', async () => {
    const [gone, kept, who] = [await topic(), await topic(), await person()]
    const holder = await article({ topics: [gone.id, kept.id], editor: who.id })
    await remove('topics', gone.id)
    await remove('people', who.id)
    await restore('topics', gone.id)
    await restore('people', who.id)
    expect((await read('articles', holder.id)).body.data).toMatchObject({
      topics: [gone.id, kept.id],
      editor: who.id,
      version: 5,
    })
  })

  test('are left alone where somebody filled them meanwhile', async () => {
    const [gone, other, who, successor] = [await topic(), await topic(), await person(), await person()]
    const holder = await article({ topics: [gone.id], editor: who.id })
    await remove('topics', gone.id)
    await remove('people', who.id)
    const body = { topics: [other.id], editor: successor.id }
    await service.json(`/api/articles/${holder.id}`, { method: 'PATCH', body, headers: editor })
    await restore('topics', gone.id)
    await restore('people', who.id)
    expect((await read('articles', holder.id)).body.data).toMatchObject({
      topics: [other.id, gone.id],
      editor: successor.id,
    })
  })

  test('to what has gone meanwhile are dropped', async () => {
    const [who, gone, kept] = [await person(), await topic(), await topic()]
    const { id } = await article({ editor: who.id, topics: [gone.id, kept.id] })
    await remove('articles', id)
    await remove('people', who.id)
    await remove('topics', gone.id)
    expect((await restore('articles', id)).body.data).toMatchObject({ editor: null, topics: [kept.id] })
  })

  test('what went along comes back together, and goes for good together', async () => {
    const root = await topic()
    const child = await topic({ parent: root.id })
    const note = await create('notes', { text: 'about it', topic: child.id })
    const holder = await article({ topics: [child.id] })
    await remove('topics', root.id)
    const listed = (await trash('topics')).body.data.filter((one: { id: string }) =>
      [root.id, child.id].includes(one.id),
    )
    expect(new Map(listed.map((one: { id: string; deletedWith: string }) => [one.id, one.deletedWith]))).toEqual(
      new Map([
        [child.id, root.id],
        [root.id, null],
      ]),
    )
    expect((await restore('topics', root.id)).status).toBe(200)
    expect((await read('topics', child.id)).body.data).toMatchObject({ parent: root.id, version: 2 })
    expect((await read('notes', note.id)).body.data).toMatchObject({ topic: child.id })
    expect((await read('articles', holder.id)).body.data.topics).toEqual([child.id])

    await remove('topics', root.id)
    expect((await purge('topics', root.id)).status).toBe(204)
    for (const { id } of [root, child, note]) {
      expect([await count('content_trash', id), await count('content_versions', id)]).toEqual([0, 0])
    }
  })
})

describe('restoring is refused', () => {
  test('where another document has a unique value meanwhile, which is named', async () => {
    const email = `taken-${next()}@example.com`
    const { id } = await person({ email })
    await remove('people', id)
    const other = await person({ email })
    const { status, body } = await restore('people', id)
    expect([status, body.code, body.errors]).toEqual([
      409,
      'conflict',
      [{ path: 'email', code: 'unique', message: 'Another document has this value.' }],
    ])
    await remove('people', other.id)
    expect((await restore('people', id)).status).toBe(200)
  })

  test('to whoever may not delete, and shown to nobody else', async () => {
    const { id } = await article()
    await remove('articles', id)
    const author = as('author', 'ann')
    expect((await trash('articles', '', author)).status).toBe(403)
    expect((await restore('articles', id, author)).status).toBe(403)
    expect((await service.json('/api/articles/trash')).status).toBe(401)
    expect((await trash('notes')).status).toBe(403)
    expect((await restore('people', id)).status).toBe(404)
  })
})

test('the list goes on behind a cursor, last deleted first, and refuses what it does not know', async () => {
  const ids = []
  for (let made = 0; made < 3; made += 1) {
    const { id } = await person()
    await remove('people', id)
    ids.unshift(id)
  }
  const first = (await trash('people', '?limit=2')).body
  const second = (await trash('people', `?limit=2&cursor=${first.pagination.nextCursor}`)).body
  const seen = [...first.data, ...second.data].map((one: { id: string }) => one.id)
  expect(seen.slice(0, 3)).toEqual(ids)
  expect((await trash('people', '?sort=name')).body.code).toBe('invalid_query')
})

test('what has been there for its time goes for good, with its history', async () => {
  const [old, young] = [await person(), await person()]
  await remove('people', old.id)
  await remove('people', young.id)
  await service.sql('UPDATE content_trash SET expires_at = 1 WHERE document_id = ?1', old.id)
  expect((await restore('people', old.id)).status).toBe(404)
  await service.schedule(3 * 3_600_000)
  expect([await count('content_trash', old.id), await count('content_versions', old.id)]).toEqual([0, 0])
  expect((await restore('people', young.id)).status).toBe(200)
})
