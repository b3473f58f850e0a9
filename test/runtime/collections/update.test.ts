import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()

async function article(fields: object = {}) {
  const { body } = await service.json('/api/articles', {
    body: { title: `Title ${next()}`, ...fields },
    headers: editor,
  })
  return body.data
}

const send = (method: string, id: string, body: unknown, headers: Record<string, string> = editor) =>
  service.json(`/api/articles/${id}`, { method, body, headers })

describe('PATCH', () => {
  test('changes what is sent, and nothing else', async () => {
    const before = await article({ rating: 3, summary: 'kept', topics: [] })
    const { status, body } = await send('PATCH', before.id, { rating: 4 }, as('admin', 'ada'))
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...before,
      rating: 4,
      updatedAt: body.data.updatedAt,
      updatedBy: 'ada',
      version: 2,
    })
    expect(body.data.updatedAt >= before.updatedAt).toBe(true)
  })

  test('null empties a field; a required one refuses', async () => {
    const { id } = await article({ rating: 3 })
    expect((await send('PATCH', id, { rating: null })).body.data.rating).toBeNull()
    const { status, body } = await send('PATCH', id, { title: null })
    expect([status, body.errors]).toEqual([422, [{ path: 'title', code: 'required', message: expect.any(String) }]])
  })

  test('an empty body is a new version of the same', async () => {
    const before = await article()
    const { body } = await send('PATCH', before.id, {})
    expect(body.data).toEqual({ ...before, version: 2, updatedAt: body.data.updatedAt })
  })

  test('a value that is empty stays empty, whatever its kind', async () => {
    const names = ['code', 'summary', 'body', 'rating', 'featured', 'day', 'startsAt', 'kind', 'extra', 'author']
    const none = Object.fromEntries([...names, 'editor', 'links', 'seo', 'parts'].map((name) => [name, null]))
    const before = await article(none)
    expect(before).toMatchObject(none)
    expect((await send('PATCH', before.id, { title: 'Another title' })).body.data).toMatchObject(none)
  })

  test('a slug does not follow its title', async () => {
    const before = await article({ title: 'First title' })
    const { body } = await send('PATCH', before.id, { title: 'Second title' })
    expect(body.data.slug).toBe('first-title')
  })
})

describe('a slug that is missing', () => {
  test('is made with the next change, with a number when it is taken', async () => {
    const [first, second] = [await article({ title: 'Without' }), await article({ title: 'Other' })]
    await service.sql('UPDATE articles SET slug = NULL WHERE id = ?1', second.id)
    const { status, body } = await send('PATCH', second.id, { title: 'Without' })
    expect([status, first.slug, body.data.slug]).toEqual([200, 'without', 'without-2'])
  })
})

describe('PUT', () => {
  test('replaces: what is left out takes its default, or null', async () => {
    const before = await article({ rating: 3, summary: 'gone', kind: 'review', featured: true, links: ['a'] })
    const { body } = await send('PUT', before.id, { title: 'Replaced' })
    expect(body.data).toMatchObject({
      title: 'Replaced',
      rating: null,
      summary: null,
      kind: 'news',
      featured: false,
      links: null,
      topics: [],
      version: 2,
      createdAt: before.createdAt,
      createdBy: 'eve',
      status: 'draft',
    })
  })

  test('a required field must be there', async () => {
    const { id } = await article()
    const { status, body } = await send('PUT', id, { summary: 'no title' })
    expect([status, body.errors[0]]).toEqual([422, { path: 'title', code: 'required', message: expect.any(String) }])
  })

  test('what the caller cannot give back stays: addresses, counters, and what is not theirs to see', async () => {
    const before = await article({ slug: 'stays', secretNote: 'hidden', deskNote: 'desk' })
    await service.sql(`UPDATE articles SET views = 7 WHERE id = ?1`, before.id)
    await service.sql(`UPDATE articles SET created_by = 'arthur' WHERE id = ?1`, before.id)
    const { status, body } = await send('PUT', before.id, { title: 'By its author' }, as('author', 'arthur'))
    expect([status, body.data.slug, body.data.views]).toEqual([200, 'stays', 7])
    expect(body.data).not.toHaveProperty('deskNote')
    const [row] = await service.sql('SELECT secret_note, desk_note FROM articles WHERE id = ?1', before.id)
    expect(row).toEqual({ secret_note: 'hidden', desk_note: 'desk' })
    const byEditor = await send('PUT', before.id, { title: 'By an editor' })
    expect(byEditor.body.data.deskNote).toBeNull()
  })
})

describe.each(['PUT', 'PATCH'])('%s', (method) => {
  test('what is not there is 404', async () => {
    const { status, body } = await send(method, 'none', { title: 'Nothing' })
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  test('unknown, read-only and ill-typed values are refused', async () => {
    const { id } = await article()
    const { body } = await send(method, id, { title: 'x', nope: 1, views: 2, id: 'other' })
    expect(body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['title', 'too_small'],
      ['nope', 'unknown_field'],
      ['views', 'read_only'],
      ['id', 'read_only'],
    ])
  })

  test('a value that is taken, and a reference to nothing, are named', async () => {
    await article({ code: `QQQ-${method.length}` })
    const { id } = await article()
    const taken = await send(method, id, { title: 'Taken', code: `QQQ-${method.length}` })
    expect([taken.status, taken.body.errors[0].path]).toEqual([409, 'code'])
    const dangling = await send(method, id, { title: 'Dangling', author: 'nobody' })
    expect([dangling.status, dangling.body.errors[0].path]).toEqual([422, 'author'])
    expect((await service.json(`/api/articles/${id}`, { headers: editor })).body.data.version).toBe(1)
  })

  test('the lists of references change with it', async () => {
    const topics: string[] = []
    for (let index = 0; index < 3; index += 1) {
      const { body } = await service.json('/api/topics', { body: { name: `T ${next()}` }, headers: editor })
      topics.push(body.data.id)
    }
    const { id } = await article({ topics: topics.slice(0, 2) })
    const { body } = await send(method, id, { title: 'Topics', topics: [topics[2], topics[0]] })
    expect(body.data.topics).toEqual([topics[2], topics[0]])
    expect((await service.json(`/api/articles/${id}`, { headers: editor })).body.data.topics).toEqual([
      topics[2],
      topics[0],
    ])
  })

  test('many at once all happen, one after the other', async () => {
    const { id } = await article()
    const answers = await Promise.all([1, 2, 3, 4].map((rating) => send(method, id, { title: 'Contended', rating })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.data.version)).size).toBe(4)
    expect((await service.json(`/api/articles/${id}`, { headers: editor })).body.data.version).toBe(5)
  })
})
