import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')

/** 25 topics of weight 0 to 4, some with a parent. */
const topics: { id: string; name: string; weight: number }[] = []
beforeAll(async () => {
  for (let index = 0; index < 25; index += 1) {
    const body = {
      name: `Topic ${String(index).padStart(2, '0')}`,
      weight: index % 5,
      parent: index < 20 ? null : topics[0]?.id,
    }
    topics.push((await service.json('/api/topics', { body, headers: editor })).body.data)
  }
})

const list = async (query = '', headers: Record<string, string> = {}) =>
  (await service.json(`/api/topics${query}`, { headers })).body
const namesOf = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)

describe('pages', () => {
  test('20 documents, newest first, unless asked otherwise', async () => {
    const body = await list()
    expect(namesOf(body)).toEqual(
      topics
        .map(({ name }) => name)
        .reverse()
        .slice(0, 20),
    )
    expect(body.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 25,
      totalPages: 2,
      hasNext: true,
      hasPrev: false,
      nextCursor: expect.any(String),
    })
  })

  test('each document is on one page', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?limit=7&page=${page}`)))
    expect(pages.flatMap(namesOf)).toEqual(topics.map(({ name }) => name).reverse())
    expect(pages.map(({ pagination }) => [pagination.hasNext, pagination.hasPrev])).toEqual([
      [true, false],
      [true, true],
      [true, true],
      [false, true],
    ])
  })

  test('a page beyond the last is empty', async () => {
    expect(await list('?page=99')).toMatchObject({ data: [], pagination: { page: 99, total: 25, hasNext: false } })
  })

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page=',
    'page=99999999999',
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1e2',
  ])('%s is refused', async (query) => {
    const body = await list(`?${query}`)
    expect([body.status, body.code]).toEqual([400, 'invalid_query'])
  })
})

describe('order', () => {
  test('by several fields, each in its direction, ties by id', async () => {
    const expected = [...topics].sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    expect(namesOf(await list('?sort=-weight,name&limit=100'))).toEqual(expected.map(({ name }) => name))
    const byWeight = [...topics].sort((a, b) => a.weight - b.weight || (a.id < b.id ? -1 : 1))
    expect(namesOf(await list('?sort=weight&limit=100'))).toEqual(byWeight.map(({ name }) => name))
    const descending = [...topics].sort((a, b) => b.weight - a.weight || (a.id < b.id ? 1 : -1))
    expect(namesOf(await list('?sort=-weight&limit=100'))).toEqual(descending.map(({ name }) => name))
  })

  test.each(['createdAt', '-createdAt', 'id', '-id', 'updatedAt', '-publishedAt', 'name'])('sort=%s', async (sort) => {
    const names = topics.map(({ name }) => name)
    const expected = sort.startsWith('-') ? [...names].reverse() : names
    expect(namesOf(await list(`?sort=${sort}&limit=100`))).toEqual(expected)
  })

  test.each([
    ['sort=weigth', 'Did you mean weight?'],
    ['sort=status', ''],
    ['sort=', ''],
    ['sort=name,name', 'twice'],
    ['sort=name,-name', 'twice'],
    ['sort=--name', ''],
  ])('%s is refused', async (query, detail) => {
    const body = await list(`?${query}`)
    expect([body.status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.detail).toContain(detail)
  })
})

describe('filters', () => {
  test('equal values, all of them', async () => {
    const byWeight = await list('?weight=3&limit=100')
    expect(namesOf(byWeight)).toEqual(
      topics
        .filter(({ weight }) => weight === 3)
        .map(({ name }) => name)
        .reverse(),
    )
    expect(byWeight.pagination.total).toBe(5)
    const children = await list(`?parent=${topics[0]?.id}`)
    expect(children.pagination.total).toBe(5)
    expect(namesOf(await list(`?weight=3&name=Topic%2008`))).toEqual(['Topic 08'])
    expect(namesOf(await list(`?weight[eq]=3&name=Topic 08`))).toEqual(['Topic 08'])
    expect(namesOf(await list(`?weight=2&name=Topic%2008`))).toEqual([])
    expect(namesOf(await list(`?id=${topics[4]?.id}`))).toEqual(['Topic 04'])
    expect((await list('?createdBy=eve')).pagination.total).toBe(25)
    expect((await list('?name=topic%2008')).pagination.total).toBe(0)
  })

  test('every type that can be compared', async () => {
    const [first, second] = [topics[0]?.id, topics[1]?.id]
    const body = {
      title: 'Found',
      code: 'FND-1',
      rating: 2.5,
      featured: true,
      day: '2025-05-05',
      startsAt: '2026-03-01T12:00:00+02:00',
      kind: 'review',
      topics: [first, second],
      status: 'published',
    }
    const { data } = (await service.json('/api/articles', { body, headers: editor })).body
    await service.json('/api/articles', { body: { title: 'Other', status: 'published' }, headers: editor })
    for (const query of [
      'title=Found',
      'code=FND-1',
      'slug=found',
      'rating=2.5',
      'featured=true',
      'day=2025-05-05',
      'startsAt=2026-03-01T10:00:00.000Z',
      'startsAt=2026-03-01T12:00:00%2B02:00',
      'kind=review',
      `topics=${first}`,
      `topics=${second}&featured=true`,
      `createdAt=${data.createdAt}`,
    ]) {
      const found = (await service.json(`/api/articles?${query}`)).body
      expect([query, found.data?.map(({ id }: { id: string }) => id)]).toEqual([query, [data.id]])
      expect(found.pagination.total).toBe(1)
    }
  })

  test.each([
    ['wieght=3', 'Did you mean weight?'],
    ['nothing=1', 'nothing'],
    ['weight=heavy', 'weight must be a whole number'],
    ['weight=', 'weight must be a whole number'],
    ['weight[within]=3', 'within'],
    ['weight[=3', ''],
    ['weight=1&weight=2', 'weight is given twice'],
    ['createdAt=yesterday', 'createdAt must be an ISO 8601 date'],
    ['status=publishd', 'Did you mean published?'],
    ['__proto__=1', ''],
    [Array.from({ length: 21 }, (_, index) => `x${index}=1`).join('&'), ''],
  ])('%s is refused', async (query, detail) => {
    const body = await list(`?${query}`)
    expect([body.status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.detail).toContain(detail)
  })

  test('what cannot be compared cannot be filtered by', async () => {
    for (const query of ['extra=1', 'body=x', 'links=a', 'featured=yes']) {
      expect((await service.json(`/api/articles?${query}`)).status).toBe(400)
    }
  })

  test('values are values, not SQL', async () => {
    expect((await list(`?name=${encodeURIComponent("' OR 1=1 --")}`)).data).toEqual([])
  })
})

describe('fields', () => {
  test('only what is asked for, in the order of a document, id always', async () => {
    const { data } = await list('?fields=weight,name&limit=1')
    expect(data).toEqual([{ id: topics[24]?.id, name: 'Topic 24', weight: 4 }])
    expect(Object.keys(data[0])).toEqual(['id', 'name', 'weight'])
    expect(Object.keys((await list('?fields=version&limit=1')).data[0])).toEqual(['id', 'version'])
  })

  test.each([
    ['fields=nmae', 'Did you mean name?'],
    ['fields=', ''],
    ['fields=name,name', 'twice'],
  ])('%s is refused', async (query, detail) => {
    const body = await list(`?${query}`)
    expect([body.status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.detail).toContain(detail)
  })
})

describe('status', () => {
  test('an anonymous caller only ever sees what is published', async () => {
    const create = (body: object) => service.json('/api/articles', { body, headers: editor })
    await create({ title: 'A draft' })
    await create({ title: 'For tomorrow', status: 'scheduled', scheduledAt: new Date(Date.now() + 1e8).toISOString() })
    for (const [query, total] of [
      ['?status=draft', 0],
      ['?status=scheduled', 0],
    ] as const) {
      const { body } = await service.json(`/api/articles${query}`)
      expect([body.data, body.pagination.total]).toEqual([[], total])
    }
    const published = (await service.json('/api/articles?status=published&limit=100')).body
    expect((await service.json('/api/articles?limit=100')).body).toEqual(published)
  })

  test('a signed-in caller sees what they ask for, counted right', async () => {
    const countOf = async (query: string) => {
      const { body } = await service.json(`/api/articles?limit=100${query}`, { headers: as('viewer') })
      expect(body.pagination.total).toBe(body.data.length)
      return body.data.length
    }
    const parts = [
      await countOf('&status=draft'),
      await countOf('&status=scheduled'),
      await countOf('&status=published'),
    ]
    expect(parts.every((part) => part > 0)).toBe(true)
    expect(await countOf('')).toBe(parts.reduce((sum, part) => sum + part))
  })
})

test('only lists take parameters', async () => {
  const path = `/api/topics/${topics[0]?.id}`
  for (const [method, address] of [
    ['GET', path],
    ['PATCH', path],
    ['DELETE', path],
    ['POST', '/api/topics'],
  ] as const) {
    const { status, body } = await service.json(`${address}?sort=name`, {
      method,
      headers: editor,
      ...(method === 'GET' ? {} : { body: {} }),
    })
    expect([method, status, body.code]).toEqual([method, 400, 'invalid_query'])
  }
})
