import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const other = as('editor', 'olaf')
const next = counter()

type Fields = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>

async function published(fields: Fields = {}) {
  const body = { title: `Live ${next()}`, status: 'published', ...fields }
  const { body: created } = await service.json('/api/articles', { body, headers: editor })
  const path = `/api/articles/${created.data.id}`
  return {
    id: String(created.data.id),
    path,
    title: String(created.data.title),
    public: async () => (await service.json(path)).body.data,
    draft: async () => (await service.json(`${path}?draft=true`, { headers: editor })).body.data,
    keep: (changes: Fields, headers: Headers = editor) =>
      service.json(`${path}?draft=true`, { method: 'PATCH', body: changes, headers }),
    publish: (headers: Headers = editor) => service.json(`${path}/publish`, { method: 'POST', headers }),
    discard: (headers: Headers = editor) => service.fetch(`${path}/draft`, { method: 'DELETE', headers }),
    versions: async () => (await service.json(`${path}/versions`, { headers: editor })).body.data,
  }
}

const eventsOf = async (id: string): Promise<{ event: string }[]> =>
  (await service.json('/auth/probe/events')).body
    .map(({ event }: { event: { id?: string } }) => event)
    .filter((event: { id?: string }) => event.id === id)

describe('a change that is kept as a draft', () => {
  test('is seen by those who edit, and by nobody else', async () => {
    const article = await published()
    const { status, body } = await article.keep({ title: 'Next title', rating: 4 })
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ title: 'Next title', rating: 4, status: 'published', hasDraft: true, version: 1 }),
    ])
    expect(await article.public()).toMatchObject({ title: article.title, rating: null, version: 1 })
    expect(await article.public()).not.toHaveProperty('hasDraft')
    expect(await article.draft()).toEqual(body.data)
    expect((await service.json(`${article.path}?draft=true`)).status).toBe(401)
    expect((await service.json(`${article.path}?draft=true`, { headers: as('viewer') })).status).toBe(403)
    const found = await service.json(`/api/articles?title=Next%20title`, { headers: editor })
    expect(found.body.data).toEqual([])
  })

  test('moves no generation, and the cached response stays', async () => {
    const article = await published()
    const generation = () => service.sql(`SELECT "generation" FROM "content_generations" WHERE "name" = 'articles'`)
    const before = [await generation(), (await service.fetch(article.path)).headers.get('etag')]
    await article.keep({ title: 'Unseen' })
    expect([await generation(), (await service.fetch(article.path)).headers.get('etag')]).toEqual(before)
  })

  test('is told by hasDraft to those who are signed in, by id and in lists', async () => {
    const article = await published()
    const marks = async () => [
      (await service.json(article.path, { headers: editor })).body.data.hasDraft,
      (await service.json(`/api/articles?id=${article.id}`, { headers: editor })).body.data[0].hasDraft,
      (await service.json(`/api/articles?id=${article.id}&fields=hasDraft`, { headers: editor })).body.data[0],
    ]
    expect(await marks()).toEqual([false, false, { id: article.id, hasDraft: false }])
    const list = () => service.fetch(`/api/articles?id=${article.id}`, { headers: editor })
    const etag = (await list()).headers.get('etag')
    await article.keep({ title: 'Pending' })
    expect(await marks()).toEqual([true, true, { id: article.id, hasDraft: true }])
    expect((await list()).headers.get('etag')).not.toBe(etag)
    expect((await service.json(`/api/articles?id=${article.id}`)).body.data[0]).not.toHaveProperty('hasDraft')
    expect((await service.json('/api/people?limit=1', { headers: editor })).body.data).toEqual([])
  })

  test('changes only what it changes: what is published may change meanwhile', async () => {
    const article = await published({ rating: 1 })
    await article.keep({ title: 'Pending' })
    await service.json(article.path, { method: 'PATCH', body: { rating: 5 }, headers: other })
    expect(await article.draft()).toMatchObject({ title: 'Pending', rating: 5 })
    await article.publish()
    expect(await article.public()).toMatchObject({ title: 'Pending', rating: 5, version: 3 })
  })

  test('ends when every field is again what is published', async () => {
    const article = await published()
    await article.keep({ title: 'Pending' })
    const { body } = await article.keep({ title: article.title })
    expect(body.data).toMatchObject({ title: article.title, hasDraft: false })
    expect(await service.sql('SELECT 1 FROM content_drafts WHERE document_id = ?1', article.id)).toEqual([])
    expect((await article.keep({ rating: null })).body.data.hasDraft).toBe(false)
  })

  test('is replaced as a whole by PUT', async () => {
    const article = await published({ rating: 3, summary: 'Old' })
    const body = { title: 'Replaced', summary: 'New' }
    const { status } = await service.json(`${article.path}?draft=true`, { method: 'PUT', body, headers: editor })
    expect(status).toBe(200)
    expect(await article.draft()).toMatchObject({ title: 'Replaced', summary: 'New', rating: null })
    expect(await article.public()).toMatchObject({ rating: 3, summary: 'Old' })
  })

  test('is validated as every change is, and unique values and references are looked at', async () => {
    const taken = await published({ code: `ABC-${next()}` })
    const { code } = await taken.public()
    const article = await published()
    const refused = async (changes: Fields) => {
      const { status, body } = await article.keep(changes)
      return [status, body.code, body.errors?.[0]?.path]
    }
    expect(await refused({ title: '' })).toEqual([422, 'validation_failed', 'title'])
    expect(await refused({ views: 3 })).toEqual([422, 'validation_failed', 'views'])
    expect(await refused({ code })).toEqual([409, 'conflict', 'code'])
    expect(await refused({ author: '018f0000-0000-7000-8000-000000000000' })).toEqual([
      422,
      'validation_failed',
      'author',
    ])
    expect((await article.keep({ deskNote: 'x' }, as('author', 'ann'))).status).toBe(403)
    expect(await article.draft()).toMatchObject({ title: article.title, hasDraft: false })
  })

  test('has an ETag of its own, which If-Match compares', async () => {
    const article = await published()
    const first = await service.fetch(`${article.path}?draft=true`, { headers: editor })
    const seen = { ...editor, 'if-match': first.headers.get('etag') ?? '' }
    expect((await article.keep({ title: 'First' }, seen)).status).toBe(200)
    expect((await article.keep({ title: 'Second' }, seen)).status).toBe(412)
    const tag = (await service.fetch(`${article.path}?draft=true`, { headers: editor })).headers.get('etag') ?? ''
    // What is published changes: the draft's writers are not held up.
    await service.json(article.path, { method: 'PATCH', body: { rating: 2 }, headers: other })
    expect((await article.keep({ title: 'Third' }, { ...editor, 'if-match': tag })).status).toBe(200)
    expect((await article.publish({ ...editor, 'if-match': tag })).status).toBe(412)
    expect((await article.discard({ ...editor, 'if-match': tag })).status).toBe(412)
    expect(await article.draft()).toMatchObject({ title: 'Third', rating: 2 })
  })

  test('of many at once on different fields, all are kept', async () => {
    const article = await published()
    const changes = [{ title: 'Many' }, { rating: 1 }, { summary: 's' }, { kind: 'review' }, { featured: true }]
    const kept = await Promise.all(changes.map((change) => article.keep(change)))
    expect(kept.map(({ status }) => status)).toEqual(changes.map(() => 200))
    expect(await article.draft()).toMatchObject(Object.assign({}, ...changes))
  })

  test('of a document that is not published is a change of the document', async () => {
    const article = await published({ status: 'draft' })
    const { body } = await article.keep({ title: 'Still a draft' })
    expect(body.data).toMatchObject({ title: 'Still a draft', status: 'draft', version: 2, hasDraft: false })
    expect((await service.json(article.path, { headers: editor })).body.data.title).toBe('Still a draft')
  })

  test('becomes part of a document that is unpublished', async () => {
    const article = await published()
    await article.keep({ title: 'Pending' })
    const { body } = await article.keep({ status: 'draft' })
    expect(body.data).toMatchObject({ title: 'Pending', status: 'draft', hasDraft: false })
    expect((await service.json(article.path)).status).toBe(404)
  })

  test('outlives an unpublishing that does not mention it', async () => {
    const article = await published()
    await article.keep({ title: 'Pending' })
    await service.json(article.path, { method: 'PATCH', body: { status: 'draft' }, headers: editor })
    expect(await article.draft()).toMatchObject({ title: 'Pending', status: 'draft', hasDraft: true })
    expect((await article.publish()).body.data).toMatchObject({
      title: 'Pending',
      status: 'published',
      hasDraft: false,
    })
  })

  test('is refused where a collection has no drafts', async () => {
    const { body } = await service.json('/api/people', { body: { name: `Person ${next()}` }, headers: editor })
    const path = `/api/people/${body.data.id}`
    expect((await service.json(`${path}?draft=true`, { headers: editor })).status).toBe(400)
    const kept = await service.json(`${path}?draft=true`, { method: 'PATCH', body: { name: 'x' }, headers: editor })
    expect(kept.status).toBe(400)
    expect((await service.json(`${path}/publish`, { method: 'POST', headers: editor })).status).toBe(404)
    expect((await service.json('/api/articles/x?draft=yes', { headers: editor })).body.detail).toBe(
      'The only valid value of draft is true.',
    )
  })
})

describe('publishing', () => {
  test('makes the changes public, once, and tells hooks', async () => {
    const article = await published()
    const before = await article.public()
    await article.keep({ title: 'Now public' })
    expect((await article.publish()).body.data).toMatchObject({ title: 'Now public', version: 2, hasDraft: false })
    expect(await article.public()).toMatchObject({ title: 'Now public', publishedAt: before.publishedAt, version: 2 })
    expect((await article.publish()).body.data.version).toBe(2)
    expect((await eventsOf(article.id)).map(({ event }) => event)).toEqual([
      'content:save',
      'content:draft',
      'content:save',
      'content:update',
    ])
  })

  test('takes the permission to publish, keeping a change does not', async () => {
    const author = as('author', 'ann')
    const { body } = await service.json('/api/articles', { body: { title: 'By Ann' }, headers: author })
    const path = `/api/articles/${body.data.id}`
    await service.json(path, { method: 'PATCH', body: { status: 'published' }, headers: editor })
    const keep = (changes: Fields) =>
      service.json(`${path}?draft=true`, { method: 'PATCH', body: changes, headers: author })
    expect((await keep({ title: 'By Ann, better' })).status).toBe(200)
    expect((await keep({ scheduledAt: '2099-01-01T00:00:00Z' })).status).toBe(403)
    expect((await service.json(`${path}/publish`, { method: 'POST', headers: author })).status).toBe(403)
    expect((await service.json(`${path}/publish`, { method: 'POST', headers: editor })).status).toBe(200)
  })

  test('looks at unique values and references as they are then', async () => {
    const article = await published()
    const code = `XYZ-${next()}`
    await article.keep({ code })
    await published({ code })
    const { status, body } = await article.publish()
    expect([status, body.code, body.errors[0].path]).toEqual([409, 'conflict', 'code'])
    expect(await article.draft()).toMatchObject({ code, hasDraft: true })
  })

  test('of many at once happens once', async () => {
    const article = await published()
    await article.keep({ title: 'Once' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => article.publish()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await article.public()).version).toBe(2)
  })
})

describe('discarding', () => {
  test('gives the changes up, and keeps them in the history', async () => {
    const article = await published()
    await article.keep({ title: 'Given up' })
    expect((await article.discard()).status).toBe(204)
    expect(await article.draft()).toMatchObject({ title: article.title, hasDraft: false })
    expect((await article.discard()).status).toBe(404)
    expect(await article.versions()).toMatchObject([
      { version: 1, draft: 1, status: 'draft' },
      { version: 1, draft: null, status: 'published' },
    ])
    const path = `${article.path}/versions/1.1`
    expect((await service.json(path, { headers: editor })).body.data.title).toBe('Given up')
    const restored = await service.json(`${path}/restore?draft=true`, { method: 'POST', headers: editor })
    expect(restored.body.data).toMatchObject({ title: 'Given up', hasDraft: true })
    expect((await article.public()).title).toBe(article.title)
  })
})

describe('a scheduled change', () => {
  const AT = '2099-01-01T00:00:00.000Z'
  const makeDue = (id: string) =>
    service.sql('UPDATE "content_drafts" SET "scheduled_at" = "created_at" - 1 WHERE "document_id" = ?1', id)

  test('is published at its time', async () => {
    const article = await published()
    const { body } = await article.keep({ title: 'Later', scheduledAt: AT })
    expect(body.data).toMatchObject({ scheduledAt: AT, status: 'published' })
    expect((await article.public()).scheduledAt).toBeNull()
    await service.schedule()
    expect((await article.public()).title).toBe(article.title)
    await makeDue(article.id)
    await service.schedule()
    expect(await article.public()).toMatchObject({ title: 'Later', scheduledAt: null, version: 2 })
    expect(await article.draft()).toMatchObject({ hasDraft: false })
    expect((await eventsOf(article.id)).at(-1)).toMatchObject({
      event: 'content:update',
      before: { title: article.title },
    })
  })

  test('takes a time in the future, and something to publish', async () => {
    const article = await published()
    expect((await article.keep({ title: 'Past', scheduledAt: '2001-01-01T00:00:00Z' })).status).toBe(422)
    expect((await article.keep({ scheduledAt: AT })).status).toBe(422)
    await article.keep({ title: 'Future', scheduledAt: AT })
    expect((await article.keep({ scheduledAt: null })).body.data).toMatchObject({ title: 'Future', scheduledAt: null })
  })

  test('takes no time from a document that was scheduled itself', async () => {
    const article = await published({ status: 'scheduled', scheduledAt: AT })
    await service.sql('UPDATE "articles" SET "scheduled_at" = 5, "published_at" = 5 WHERE "id" = ?1', article.id)
    await service.schedule()
    expect(await article.public()).toMatchObject({ status: 'published', scheduledAt: '1970-01-01T00:00:00.005Z' })
    expect((await article.keep({ title: 'Pending' })).body.data.scheduledAt).toBeNull()
    await service.schedule()
    expect((await article.public()).title).toBe(article.title)
  })

  test('does not publish what was unpublished', async () => {
    const article = await published()
    await article.keep({ title: 'Later', scheduledAt: AT })
    await service.json(article.path, { method: 'PATCH', body: { status: 'draft' }, headers: editor })
    await makeDue(article.id)
    await service.schedule()
    expect((await service.json(article.path)).status).toBe(404)
    expect(await article.draft()).toMatchObject({ title: 'Later', hasDraft: true, scheduledAt: null })
  })

  test('does not publish what was unpublished and is to appear later', async () => {
    const article = await published()
    await article.keep({ title: 'Later', scheduledAt: AT })
    for (const body of [{ status: 'draft' }, { status: 'scheduled', scheduledAt: AT }]) {
      await service.json(article.path, { method: 'PATCH', body, headers: editor })
    }
    await makeDue(article.id)
    await service.schedule()
    expect((await service.json(article.path)).status).toBe(404)
    expect(await article.draft()).toMatchObject({
      title: 'Later',
      status: 'scheduled',
      scheduledAt: AT,
      hasDraft: true,
    })
  })

  test('that cannot be published loses its time, and is kept', async () => {
    const article = await published()
    const code = `DUE-${next()}`
    await article.keep({ code, scheduledAt: AT })
    await published({ code })
    await makeDue(article.id)
    await service.schedule()
    expect(await article.draft()).toMatchObject({ code, hasDraft: true, scheduledAt: null })
  })
})

describe('the trash', () => {
  test('keeps the changes of a document that is restored, and loses those of one that is not', async () => {
    const [kept, gone] = [await published(), await published()]
    for (const article of [kept, gone]) {
      await article.keep({ title: 'Pending' })
      await service.fetch(article.path, { method: 'DELETE', headers: editor })
    }
    await service.fetch(`/api/articles/trash/${kept.id}/restore`, { method: 'POST', headers: editor })
    expect(await kept.draft()).toMatchObject({ title: 'Pending', hasDraft: true })
    await service.fetch(`/api/articles/trash/${gone.id}`, { method: 'DELETE', headers: editor })
    for (const table of ['content_drafts', 'content_draft_versions']) {
      expect(await service.sql(`SELECT 1 FROM ${table} WHERE document_id = ?1`, gone.id)).toEqual([])
    }
  })
})

describe('versions', () => {
  test('of drafts are numbered by themselves, and as few are kept as of others', async () => {
    const article = await published()
    for (const rating of [1, 2, 3, 4]) await article.keep({ rating })
    await article.publish()
    const found = (await article.versions()).map(({ version, draft }: Fields) => [version, draft])
    expect(found).toEqual([
      [2, null],
      [1, 4],
      [1, 3],
      [1, 2],
      [1, null],
    ])
    const old = await service.json(`${article.path}/versions/1.3`, { headers: editor })
    expect(old.body.data).toMatchObject({ rating: 3 })
    expect(old.body.data).not.toHaveProperty('hasDraft')
  })

  test('with a name are kept', async () => {
    const article = await published()
    const name = (version: string, value: string | null) =>
      service.json(`${article.path}/versions/${version}`, { method: 'PATCH', body: { name: value }, headers: editor })
    expect((await name('1', 'Before the election')).body.data).toMatchObject({
      version: 1,
      name: 'Before the election',
    })
    await article.keep({ rating: 1 })
    expect((await name('1.1', ' First idea ')).body.data).toMatchObject({ version: 1, draft: 1, name: 'First idea' })
    for (const rating of [2, 3, 4, 5]) {
      await article.keep({ rating })
      await service.json(article.path, { method: 'PATCH', body: { summary: `${rating}` }, headers: editor })
    }
    const named = (await article.versions()).filter((version: Fields) => version.name !== null)
    expect(named).toMatchObject([
      { draft: 1, name: 'First idea' },
      { version: 1, name: 'Before the election' },
    ])
    expect((await name('1.1', null)).body.data.name).toBeNull()
    expect((await name('77', 'x')).status).toBe(404)
    expect((await name('1', '')).status).toBe(422)
  })
})
