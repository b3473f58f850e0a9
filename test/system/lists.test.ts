import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { type Service, startService } from '../harness/service.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ root: 'test/fixtures/runtime', vars: { PROBE_KEY: 'key' } })
})
afterAll(() => service.dispose())

async function create(collection: string, body: object, headers: Record<string, string> = as('editor')) {
  const answer = await service.json(`/api/${collection}`, { body, headers })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id as string
}

describe('the list of collections', () => {
  const names = async (headers?: Record<string, string>) =>
    (await service.json('/api/collections', headers ? { headers } : {})).body.data.map(
      (one: { name: string }) => one.name,
    )

  it('has those that the caller may read', async () => {
    expect(await names()).toEqual(['about', 'articles', 'diary', 'people', 'records', 'topics'])
    expect(await names(as('author'))).toEqual(['about', 'articles', 'diary', 'notes', 'people', 'records', 'topics'])
  })

  it('describes fields that the caller sees, and endpoints', async () => {
    const of = async (headers?: Record<string, string>) =>
      (await service.json('/api/collections', headers ? { headers } : {})).body.data.find(
        (one: { name: string }) => one.name === 'articles',
      )
    const articles = await of()
    expect(articles.fields).not.toHaveProperty('secretNote')
    expect(articles.fields).not.toHaveProperty('deskNote')
    expect((await of(as('editor'))).fields).toHaveProperty('deskNote')
    expect((await of(as('editor'))).fields).not.toHaveProperty('secretNote')
    expect(articles.fields.title).toEqual({
      type: 'string',
      required: true,
      default: null,
      unique: false,
      readOnly: false,
      label: 'Title',
      help: null,
      min: 2,
      max: 80,
    })
    expect(articles.fields.author).toMatchObject({ type: 'reference', target: 'people' })
    expect(articles.fields.kind).toMatchObject({ default: 'news' })
    expect(articles.endpoints).toHaveLength(16)
    expect(articles.endpoints).toContainEqual({ method: 'PATCH', path: '/api/articles/:id' })
    expect(articles.fields.seo.fields).toEqual({
      title: { type: 'string', required: true, max: 20, label: 'Title' },
      index: { type: 'boolean', default: true },
    })
    expect(articles.fields.links.of).toEqual({ type: 'string', max: 100 })
    expect(articles.fields.parts.of.quote).toEqual({
      text: { type: 'text', required: true },
      source: { type: 'string' },
    })
    expect(JSON.stringify(articles)).not.toMatch(/"(?:access|backfill|renamedFrom|hidden)"/)
  })
})

describe('the list of all content', () => {
  const list = async (query = '', headers: Record<string, string> = {}) => {
    const { status, body } = await service.json(`/api/content${query}`, { headers })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const titles = async (query = '', headers?: Record<string, string>) =>
    (await list(query, headers)).data.map((item: { title: string }) => item.title).sort()

  beforeAll(async () => {
    await create('people', { name: 'Ann' })
    await create('topics', { name: 'Rivers' })
    await create('articles', { title: 'Draft' })
    await create('articles', { title: 'Public', status: 'published' })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await create('articles', { title: 'Later', status: 'scheduled', scheduledAt: later })
    const due = await create('articles', { title: 'Due', status: 'scheduled', scheduledAt: later })
    await service.sql(
      'UPDATE articles SET scheduled_at = 1700000000000, published_at = 1700000000000 WHERE id = ?',
      due,
    )
    await create('notes', { text: "editor's" })
    await create('notes', { text: "ann's" }, as('author', 'ann'))
    await create('notes', { text: 'shared', shared: true })
    await create('diary', { entry: 'sunshine' })
    await create('diary', { entry: 'rain', mood: 'sad' })
  })

  it('shows an anonymous caller what is published and may be read', async () => {
    expect(await titles()).toEqual(['Ann', 'Due', 'Public', 'Rivers', 'sunshine'])
    expect(await titles('?status=draft')).toEqual([])
    expect(await titles('?status=scheduled')).toEqual([])
    expect(await titles('?status=published&collection=articles')).toEqual(['Due', 'Public'])
  })

  it('shows a signed-in caller every status, within the conditions of each collection', async () => {
    const articles = ['Ann', 'Draft', 'Due', 'Later', 'Public', 'Rivers']
    expect(await titles('', as('editor'))).toEqual([...articles, "ann's", "editor's", 'rain', 'shared', 'sunshine'])
    expect(await titles('', as('author', 'ann'))).toEqual([...articles, "ann's", 'sunshine'])
    expect(await titles('', as('viewer'))).toEqual([...articles, 'shared', 'sunshine'])
    expect(await titles('?collection=notes', as('author', 'bob'))).toEqual([])
  })

  it('takes a scheduled document whose time has come for published', async () => {
    const { data } = await list('?status=published&collection=articles', as('editor'))
    const due = data.find((item: { title: string }) => item.title === 'Due')
    expect(due).toMatchObject({ status: 'published', publishedAt: '2023-11-14T22:13:20.000Z' })
    expect(await titles('?status=scheduled', as('editor'))).toEqual(['Later'])
    expect(await titles('?status=draft', as('editor'))).toEqual(['Draft'])
  })

  it('orders by when a document is published, also by a time that is still to come', async () => {
    const { data } = await list('?sort=-publishedAt&collection=articles', as('editor'))
    expect(data.map((item: { title: string }) => item.title)).toEqual(['Later', 'Public', 'Due', 'Draft'])
    expect(data[0].publishedAt).toBeNull()
  })

  it('counts what it lists', async () => {
    for (const status of ['draft', 'scheduled', 'published']) {
      for (const collection of ['', '&collection=articles', '&collection=notes']) {
        const { data, pagination } = await list(`?status=${status}&limit=100${collection}`, as('viewer'))
        expect(pagination.total, status + collection).toBe(data.length)
      }
    }
  })

  it('gives items that lead to their documents', async () => {
    const { data } = await list('?collection=people')
    expect(data).toEqual([
      {
        id: expect.any(String),
        collection: 'people',
        title: 'Ann',
        slug: null,
        status: 'published',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        publishedAt: expect.any(String),
        url: `/api/people/${data[0].id}`,
      },
    ])
    expect((await service.json(data[0].url)).body.data.name).toBe('Ann')
  })

  it('comes in pages and in an order', async () => {
    const all = (await list('?sort=title&limit=100', as('editor'))).data
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?sort=title&limit=3&page=${page}`, as('editor'))))
    expect(pages.flatMap(({ data }) => data)).toEqual(all)
    expect(pages[0].pagination).toEqual({
      page: 1,
      limit: 3,
      total: 11,
      totalPages: 4,
      hasNext: true,
      hasPrev: false,
      nextCursor: expect.any(String),
    })
    expect(pages[3].pagination).toMatchObject({ hasNext: false, hasPrev: true })
    const descending = (await list('?sort=-title&limit=100', as('editor'))).data
    expect(descending).toEqual(all.toReversed())
    const newest = (await list('', as('editor'))).data.map((item: { createdAt: string }) => item.createdAt)
    expect(newest).toEqual(newest.toSorted().toReversed())
  })

  it.each(['createdAt', '-createdAt', 'title', '-title', 'publishedAt', '-publishedAt', '-updatedAt'])(
    'comes page by page after a cursor, by %s',
    async (sort) => {
      for (const headers of [{}, as('editor')]) {
        const all = (await list(`?sort=${sort}&limit=100`, headers)).data
        const seen: unknown[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const page = await list(`?sort=${sort}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`, headers)
          seen.push(...page.data)
          if (cursor !== '')
            expect(Object.keys(page.pagination)).toEqual(['limit', 'hasNext', 'hasPrev', 'nextCursor', 'prevCursor'])
          cursor = page.pagination.nextCursor
        }
        expect(seen).toEqual(all)
      }
    },
  )

  it('takes a cursor only for the list that gave it', async () => {
    const { nextCursor } = (await list('?limit=1&sort=title')).pagination
    for (const query of ['limit=1', 'sort=-title', 'sort=title&page=1', 'sort=title&collection=people']) {
      const { status, body } = await service.json(`/api/content?${query}&cursor=${nextCursor}`)
      expect([query, status, body.code]).toEqual([query, 400, 'invalid_query'])
    }
  })

  it.each([
    ['?cursor=x', 'cursor is malformed'],
    ['?pge=2', 'There is no parameter pge. Did you mean page?'],
    ['?page=0', /^page: /],
    ['?limit=101', /^limit: /],
    ['?limit=ten', /^limit: /],
    ['?sort=colour', /^sort: /],
    ['?status=gone', /^status: /],
    ['?page=1&page=2', 'page is given twice.'],
    ['?collection=nothing', 'There is no collection nothing.'],
    ['?collection=notes', 'There is no collection notes.'],
  ])('refuses %s', async (query, detail) => {
    const { status, body } = await service.json(`/api/content${query}`)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.detail).toMatch(detail)
  })
})
