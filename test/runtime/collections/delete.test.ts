import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()

const create = async (collection: string, body: object) =>
  (await service.json(`/api/${collection}`, { body, headers: editor })).body.data
const topic = (fields: object = {}) => create('topics', { name: `Topic ${next()}`, ...fields })
const person = () => create('people', { name: `Person ${next()}` })
const article = (fields: object = {}) => create('articles', { title: `Article ${next()}`, ...fields })
const remove = (collection: string, id: string) =>
  service.json(`/api/${collection}/${id}`, { method: 'DELETE', headers: editor })
const read = (collection: string, id: string) => service.json(`/api/${collection}/${id}`, { headers: editor })

describe('DELETE', () => {
  test('is 204 without a body, and the document is gone everywhere', async () => {
    const { id } = await article()
    const { status, body } = await remove('articles', id)
    expect([status, body]).toEqual([204, ''])
    expect((await read('articles', id)).status).toBe(404)
    expect(await service.sql('SELECT 1 FROM content WHERE id = ?1', id)).toEqual([])
    expect((await remove('articles', id)).status).toBe(404)
  })

  test('takes the lists of references of the document with it', async () => {
    const { id } = await article({ topics: [(await topic()).id] })
    expect((await remove('articles', id)).status).toBe(204)
    expect(await service.sql('SELECT 1 FROM articles__topics WHERE owner_id = ?1', id)).toEqual([])
  })

  test('is counted', async () => {
    const { id } = await person()
    const { total } = (await service.json('/api/people')).body.pagination
    await remove('people', id)
    expect((await service.json('/api/people')).body.pagination.total).toBe(total - 1)
  })
})

describe('what refers to a document that is deleted', () => {
  test('restrict: the deletion is refused and says by whom', async () => {
    const { id } = await person()
    const holder = await article({ author: id })
    const { status, body } = await remove('people', id)
    expect([status, body.code]).toEqual([409, 'in_use'])
    expect(body.errors).toEqual([
      { path: 'articles.author', code: 'in_use', message: expect.stringContaining(holder.id) },
    ])
    expect((await read('people', id)).status).toBe(200)
    await remove('articles', holder.id)
    expect((await remove('people', id)).status).toBe(204)
  })

  test('nullify: the field is emptied, in a new state of the document', async () => {
    const { id } = await person()
    const holder = await article({ editor: id })
    expect((await remove('people', id)).status).toBe(204)
    const { data } = (await read('articles', holder.id)).body
    expect(data).toMatchObject({ editor: null, version: 2 })
    expect(data.updatedAt >= holder.updatedAt).toBe(true)
  })

  test('nothing is emptied when the deletion is refused', async () => {
    const { id } = await person()
    const emptied = await article({ editor: id })
    await article({ author: id })
    expect((await remove('people', id)).status).toBe(409)
    expect((await read('articles', emptied.id)).body.data).toEqual(emptied)
  })

  test('a list of references: the document leaves it', async () => {
    const [gone, kept] = [await topic(), await topic()]
    const holder = await article({ topics: [gone.id, kept.id] })
    expect((await remove('topics', gone.id)).status).toBe(204)
    expect((await read('articles', holder.id)).body.data).toMatchObject({ topics: [kept.id], version: 2 })
  })

  test('cascade: it goes too, level by level, with what hangs on it', async () => {
    const root = await topic()
    const child = await topic({ parent: root.id })
    const grandchild = await topic({ parent: child.id })
    const note = await create('notes', { text: 'about it', topic: grandchild.id })
    const holder = await article({ topics: [child.id] })
    expect((await remove('topics', root.id)).status).toBe(204)
    const ids = [root.id, child.id, grandchild.id, note.id]
    for (const table of ['content', 'topics', 'notes']) {
      expect(
        await service.sql(`SELECT id FROM ${table} WHERE id IN (SELECT value FROM json_each(?1))`, JSON.stringify(ids)),
      ).toEqual([])
    }
    expect((await read('articles', holder.id)).body.data.topics).toEqual([])
  })

  test('cascade: a ring goes as a whole', async () => {
    const first = await topic()
    const second = await topic({ parent: first.id })
    await service.json(`/api/topics/${first.id}`, { method: 'PATCH', body: { parent: second.id }, headers: editor })
    expect((await remove('topics', first.id)).status).toBe(204)
    expect((await read('topics', second.id)).status).toBe(404)
  })
})

test('of many deletions at once, one happens', async () => {
  const { id } = await person()
  const answers = await Promise.all(Array.from({ length: 5 }, () => remove('people', id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
})
