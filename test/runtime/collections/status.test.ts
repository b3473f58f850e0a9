import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
const next = counter()

async function article(fields: object = {}, headers: Record<string, string> = editor) {
  const answer = await service.json('/api/articles', {
    body: { title: `Title ${next()}`, ...fields },
    headers,
  })
  return { answer, ...answer.body.data }
}

const patch = (id: string, body: object, headers: Record<string, string> = editor) =>
  service.json(`/api/articles/${id}`, { method: 'PATCH', body, headers })

describe('a document begins', () => {
  test('as a draft', async () => {
    expect(await article()).toMatchObject({ status: 'draft', publishedAt: null, scheduledAt: null })
  })

  test('published when it says so', async () => {
    const document = await article({ status: 'published' })
    expect(document).toMatchObject({ status: 'published', publishedAt: document.createdAt })
  })

  test('scheduled with a time to come', async () => {
    expect(await article({ status: 'scheduled', scheduledAt: tomorrow })).toMatchObject({
      status: 'scheduled',
      publishedAt: null,
      scheduledAt: tomorrow,
    })
  })

  test.each<[object, string]>([
    [{ status: 'scheduled' }, 'required'],
    [{ status: 'scheduled', scheduledAt: null }, 'required'],
    [{ status: 'scheduled', scheduledAt: '2020-01-01T00:00:00Z' }, 'invalid_value'],
    [{ status: 'draft', scheduledAt: tomorrow }, 'invalid_value'],
    [{ scheduledAt: tomorrow }, 'invalid_value'],
  ])('not with %j', async (fields, code) => {
    const { body } = (await article(fields)).answer
    expect([body.status, body.errors]).toEqual([422, [{ path: 'scheduledAt', code, message: expect.any(String) }]])
  })
})

const begin = {
  draft: { status: 'draft' },
  scheduled: { status: 'scheduled', scheduledAt: tomorrow },
  published: { status: 'published' },
} as const

describe('transitions', () => {
  test.each([
    ['draft', 'published'],
    ['draft', 'scheduled'],
    ['scheduled', 'draft'],
    ['scheduled', 'published'],
    ['published', 'draft'],
  ] as const)('%s to %s', async (from, to) => {
    const { id } = await article(begin[from])
    const { status, body } = await patch(id, begin[to])
    expect([status, body.data.status]).toEqual([200, to])
    expect(body.data.publishedAt !== null).toBe(to === 'published' || from === 'published')
    expect(body.data.scheduledAt).toBe(to === 'scheduled' ? tomorrow : null)
  })

  test('published to scheduled is refused', async () => {
    const { id } = await article(begin.published)
    const { status, body } = await patch(id, begin.scheduled)
    expect([status, body.code]).toEqual([409, 'invalid_transition'])
  })

  test('staying where it is changes nothing', async () => {
    const { id, publishedAt } = await article(begin.published)
    const { body } = await patch(id, { status: 'published', rating: 1 })
    expect(body.data).toMatchObject({ status: 'published', publishedAt })
  })

  test('a schedule can be moved, into the future only', async () => {
    const { id } = await article(begin.scheduled)
    const later = new Date(Date.now() + 2 * 86_400_000).toISOString()
    expect((await patch(id, { scheduledAt: later })).body.data).toMatchObject({
      status: 'scheduled',
      scheduledAt: later,
    })
    expect((await patch(id, { scheduledAt: '2020-01-01T00:00:00Z' })).status).toBe(422)
    expect((await patch(id, { scheduledAt: null })).status).toBe(422)
    expect((await patch(id, { rating: 2 })).body.data).toMatchObject({ status: 'scheduled', scheduledAt: later })
  })

  test('PUT keeps the status', async () => {
    const { id } = await article(begin.published)
    const { body } = await service.json(`/api/articles/${id}`, {
      method: 'PUT',
      body: { title: 'Put' },
      headers: editor,
    })
    expect(body.data.status).toBe('published')
  })
})

const PAST = '2020-05-04T03:02:01.000Z'

describe('the publication date', () => {
  test('stays through unpublishing and publishing again, until somebody says otherwise', async () => {
    const { id } = await article({ status: 'published', publishedAt: PAST })
    expect((await patch(id, { status: 'draft' })).body.data).toMatchObject({ status: 'draft', publishedAt: PAST })
    const drafts = await service.json('/api/content?sort=-publishedAt&status=draft', { headers: editor })
    expect(drafts.body.data).toContainEqual(expect.objectContaining({ id, publishedAt: PAST }))
    expect((await patch(id, { rating: 1 })).body.data.publishedAt).toBe(PAST)
    expect((await patch(id, { status: 'published' })).body.data.publishedAt).toBe(PAST)
    await patch(id, { status: 'draft' })
    const again = await service.json(`/api/articles/${id}/publish`, { method: 'POST', headers: editor })
    expect(again.body.data).toMatchObject({ status: 'published', publishedAt: PAST })
    const anew = (await patch(id, { publishedAt: null })).body.data
    expect(Date.parse(anew.publishedAt)).toBeGreaterThan(Date.parse(anew.createdAt) - 1)
    expect((await patch(id, { publishedAt: PAST })).body.data.publishedAt).toBe(PAST)
  })

  test('of a draft is the one with which it will be published', async () => {
    const { id } = await article({ publishedAt: PAST })
    expect((await patch(id, { status: 'published' })).body.data.publishedAt).toBe(PAST)
  })

  test('gives way to the time of a schedule', async () => {
    const { id } = await article({ publishedAt: PAST })
    expect((await patch(id, { ...begin.scheduled, publishedAt: PAST })).body.data.publishedAt).toBe(null)
    expect((await patch(id, { publishedAt: PAST })).body.errors).toEqual([
      {
        path: 'publishedAt',
        code: 'invalid_value',
        message: 'The publication date of a scheduled document is its scheduled time.',
      },
    ])
    expect((await patch(id, { status: 'draft' })).body.data.publishedAt).toBe(null)
  })

  test.each([
    ['draft', tomorrow, 'invalid_value'],
    ['published', tomorrow, 'invalid_value'],
    ['published', 'yesterday', 'invalid_format'],
  ] as const)('of a document that is %s is not %s', async (status, publishedAt, code) => {
    const refused = (await article({ status, publishedAt })).answer.body
    expect([refused.status, refused.errors[0].path, refused.errors[0].code]).toEqual([422, 'publishedAt', code])
    const { id } = await article({ status })
    expect((await patch(id, { publishedAt })).body.errors[0]).toMatchObject({ path: 'publishedAt', code })
  })

  test('is for who may publish, and no pending change', async () => {
    const author = as('author', 'arthur')
    expect((await article({ publishedAt: PAST }, author)).answer.status).toBe(403)
    const { id } = await article({}, author)
    expect((await patch(id, { publishedAt: PAST }, author)).status).toBe(403)
    expect((await patch(id, { publishedAt: null, rating: 1 }, author)).status).toBe(200)
    await patch(id, { status: 'published' })
    const { status, body } = await patch(`${id}?draft=true`, { publishedAt: PAST })
    expect([status, body.errors[0].path]).toEqual([422, 'publishedAt'])
  })

  test('of a document of a collection without drafts can be set, too', async () => {
    const { body } = await service.json('/api/people', { body: { name: 'Old', publishedAt: PAST }, headers: editor })
    expect(body.data.publishedAt).toBe(PAST)
  })
})

describe('a collection without drafts', () => {
  test('knows no status but published', async () => {
    for (const status of ['draft', 'scheduled']) {
      const { body } = await service.json('/api/people', { body: { name: 'Ann', status }, headers: editor })
      expect([body.status, body.errors[0].path]).toEqual([422, 'status'])
    }
    const { status, body } = await service.json('/api/people', {
      body: { name: 'Ann', status: 'published' },
      headers: editor,
    })
    expect([status, body.data.status]).toEqual([201, 'published'])
    const draft = await service.json(`/api/people/${body.data.id}`, {
      method: 'PATCH',
      body: { status: 'draft' },
      headers: editor,
    })
    expect(draft.status).toBe(422)
  })
})

describe('publishing is a permission of its own', () => {
  test('an author writes a document that is scheduled, and may not move its time', async () => {
    const author = as('author', 'arthur')
    const { id } = await article({}, author)
    expect((await patch(id, { status: 'scheduled', scheduledAt: tomorrow })).status).toBe(200)
    expect((await patch(id, { rating: 1 }, author)).status).toBe(200)
    expect((await patch(id, { scheduledAt: tomorrow }, author)).status).toBe(200)
    const sooner = new Date(Date.now() + 60_000).toISOString()
    expect((await patch(id, { scheduledAt: sooner }, author)).status).toBe(403)
    expect((await patch(id, { status: 'scheduled', scheduledAt: sooner }, author)).status).toBe(403)
    expect((await patch(id, { scheduledAt: sooner })).status).toBe(200)
  })

  test('an author writes drafts, and may not publish them', async () => {
    const author = as('author', 'arthur')
    expect((await article({ status: 'published' }, author)).answer.status).toBe(403)
    const { answer, id } = await article({}, author)
    expect(answer.status).toBe(201)
    expect((await patch(id, { rating: 1 }, author)).status).toBe(200)
    const published = await patch(id, { status: 'published' }, author)
    expect([published.status, published.body.detail]).toEqual([403, expect.stringContaining('content.publish')])
    await patch(id, { status: 'published' })
    expect((await patch(id, { rating: 2 }, author)).status).toBe(200)
    expect((await patch(id, { status: 'draft' }, author)).status).toBe(403)
  })
})

describe('readers', () => {
  test('see what is published, everyone signed in sees the rest', async () => {
    const ids = {
      draft: (await article()).id,
      scheduled: (await article(begin.scheduled)).id,
      published: (await article(begin.published)).id,
    }
    const statusOf = async (id: string, headers = {}) => (await service.json(`/api/articles/${id}`, { headers })).status
    expect([await statusOf(ids.draft), await statusOf(ids.scheduled), await statusOf(ids.published)]).toEqual([
      404, 404, 200,
    ])
    for (const id of Object.values(ids)) expect(await statusOf(id, as('viewer'))).toBe(200)
    const listed = (await service.json('/api/articles?limit=100')).body.data
    expect(new Set(listed.map(({ status }: { status: string }) => status))).toEqual(new Set(['published']))
    const all = (await service.json('/api/articles?limit=100', { headers: as('viewer') })).body.data
    for (const id of Object.values(ids)) expect(all.map((item: { id: string }) => item.id)).toContain(id)
  })

  test('see a scheduled document the moment it is due, before anything has written that down', async () => {
    const soon = new Date(Date.now() + 700).toISOString()
    const { id } = await article({ status: 'scheduled', scheduledAt: soon })
    const read = () => service.json(`/api/articles/${id}`)
    const total = async () => (await service.json('/api/articles')).body.pagination.total
    const before = await total()
    expect((await read()).status).toBe(404)
    await new Promise((resolve) => setTimeout(resolve, 900))
    const { status, body } = await read()
    expect([status, body.data.status, body.data.publishedAt]).toEqual([200, 'published', soon])
    const [newest] = (await service.json('/api/articles?sort=-publishedAt&limit=1')).body.data
    expect([newest.id, newest.status]).toEqual([id, 'published'])
    expect(await total()).toBe(before + 1)
    expect(await service.sql('SELECT status FROM articles WHERE id = ?1', id)).toEqual([{ status: 'scheduled' }])
    for (const [query, found] of [
      ['status=published', true],
      ['status=scheduled', false],
    ] as const) {
      const list = (await service.json(`/api/articles?${query}&limit=100`, { headers: editor })).body
      expect(list.data.some((item: { id: string }) => item.id === id)).toBe(found)
      expect(list.pagination.total).toBe(list.data.length)
    }
    expect((await patch(id, { rating: 5 })).body.data).toMatchObject({ status: 'published', publishedAt: soon })
    expect(await service.sql('SELECT status FROM articles WHERE id = ?1', id)).toEqual([{ status: 'published' }])
    expect((await patch(id, { status: 'draft' })).status).toBe(200)
  })
})
