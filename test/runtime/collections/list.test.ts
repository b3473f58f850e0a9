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
