import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor', 'eve')

const create = async (amount: number | null, kind = 'a') =>
  (await service.json('/api/records', { body: { amount, kind, status: 'published' }, headers: editor })).body.data.id

beforeAll(async () => {
  for (let index = 0; index < 60; index += 1) await create(index % 4 === 0 ? null : index % 7, 'abc'[index % 3])
})

const get = (query: string, headers: Record<string, string> = {}) => service.json(`/api/records?${query}`, { headers })
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

describe.each(['', 'sort=createdAt', 'sort=amount', 'sort=-amount', 'sort=kind,-amount', 'sort=-publishedAt,name'])(
  'a walk by cursor: %s',
  (sort) => {
    test('loses and repeats nothing while documents come and go', async () => {
      const before = new Set<string>()
      for (const page of [1, 2, 3]) for (const id of idsOf((await get(`page=${page}&limit=100`)).body)) before.add(id)
      const seen: string[] = []
      const deleted = new Set<string>()
      let cursor: string | null = null
      do {
        const { status, body } = await get(`${sort}&limit=7${cursor === null ? '' : `&cursor=${cursor}`}`)
        expect(status).toBe(200)
        seen.push(...idsOf(body))
        cursor = body.pagination.nextCursor
        // The last one seen goes, one not yet seen goes, and others come on both sides.
        const ahead = [...before].find((id) => !seen.includes(id) && !deleted.has(id))
        for (const id of [seen.at(-1), ahead]) {
          if (id === undefined || deleted.has(id) || deleted.size > 8) continue
          expect((await service.fetch(`/api/records/${id}`, { method: 'DELETE', headers: editor })).status).toBe(204)
          deleted.add(id)
        }
        if (seen.length < 40) for (const amount of [null, 0, 3, 9]) await create(amount, 'b')
      } while (cursor !== null)
      expect(new Set(seen).size).toBe(seen.length)
      const lost = [...before].filter((id) => !seen.includes(id) && !deleted.has(id))
      expect(lost).toEqual([])
    })
  },
)

test('a walk by cursor keeps to directions that take turns', async () => {
  await service.sql('UPDATE records SET version = 1 + rowid % 2, updated_at = 1000 + rowid / 4 % 3')
  const sort = 'sort=version,-updatedAt,createdAt'
  const all = idsOf((await get(`${sort}&limit=100`)).body)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await get(`${sort}&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`)
    seen.push(...idsOf(body))
    cursor = body.pagination.nextCursor
  }
  expect(seen.slice(0, 100)).toEqual(all)
})

describe('pagination', () => {
  test('a page leads to a cursor, and a cursor to the same documents as the next page', async () => {
    const first = (await get('limit=10&sort=amount')).body
    const second = (await get('limit=10&sort=amount&page=2')).body
    const after = (await get(`limit=10&sort=amount&cursor=${first.pagination.nextCursor}`)).body
    expect(idsOf(after)).toEqual(idsOf(second))
    expect(Object.keys(after.pagination)).toEqual(['limit', 'hasNext', 'hasPrev', 'nextCursor', 'prevCursor'])
    expect(after.pagination).toMatchObject({ limit: 10, hasNext: true, hasPrev: true })
    expect(after.pagination.nextCursor).toBe(second.pagination.nextCursor)
  })

  test('count says whether there is a total', async () => {
    const { pagination } = (await get('limit=10&count=none')).body
    expect(Object.keys(pagination)).toEqual(['page', 'limit', 'hasNext', 'hasPrev', 'nextCursor'])
    await service.observed()
    const counted = (await get(`limit=10&count=exact&cursor=${pagination.nextCursor}`)).body.pagination
    const { total } = (await get('')).body.pagination
    expect(counted).toMatchObject({ page: 2, total, totalPages: Math.ceil(total / 10) })
    await service.observed()
    await get('count=none')
    const { calls } = await service.observed()
    expect(calls).toHaveLength(1)
    expect(calls.flat().map(({ sql }) => sql)).not.toContainEqual(expect.stringMatching(/total|count/))
  })

  test('the last page has no cursor', async () => {
    expect((await get('limit=100&amount=6&page=1')).body.pagination).toMatchObject({ hasNext: false, nextCursor: null })
  })
})

describe('refused', () => {
  test.each([
    ['cursor=', 'cursor is malformed'],
    ['cursor=x', 'cursor is malformed'],
    ['cursor=e30', 'cursor is malformed'],
    ['cursor=W10', 'another query'],
    ['cursor=%F0%9F%98%80', 'cursor is malformed'],
    ['count=some', 'some'],
  ])('%s', async (query, detail) => {
    const { status, body } = await get(query)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.detail).toContain(detail)
  })

  test('a cursor with a page, and the cursor of another query', async () => {
    const cursor = (await get('limit=5&sort=amount&kind=a')).body.pagination.nextCursor
    expect((await get(`limit=9&sort=amount&kind=a&fields=id&cursor=${cursor}`)).status).toBe(200)
    for (const query of ['sort=amount&kind=a&page=2', 'sort=-amount&kind=a', 'sort=amount&kind=b', 'sort=amount', '']) {
      const { status, body } = await get(`${query}&cursor=${cursor}`)
      expect([query, status, body.code]).toEqual([query, 400, 'invalid_query'])
    }
    expect((await service.json(`/api/topics?sort=weight&cursor=${cursor}`)).status).toBe(400)
  })
})

test.each([
  '',
  'sort=createdAt',
  'sort=amount',
  'sort=-amount',
  'sort=-kind',
  'sort=kind,-amount',
  'kind=a',
  'sort=id',
])('what comes after a cursor is read from an index, in its order: %s', async (query) => {
  for (const headers of [{}, editor]) {
    for (const page of [1, 2]) {
      const cursor = (await get(`${query}&limit=3&page=${page}`, headers)).body.pagination.nextCursor
      await service.observed()
      expect((await get(`${query}&limit=3&cursor=${cursor}`, headers)).body.data).toHaveLength(3)
      const [rows] = (await service.observed()).calls.at(-1) ?? []
      const plan = await service.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${rows?.sql}`, ...(rows?.values ?? []))
      const details = plan.map(({ detail }) => detail).join('; ')
      expect(details).not.toContain('TEMP B-TREE')
      expect(details).toMatch(/SEARCH records USING (?:COVERING )?INDEX/)
      expect(details).not.toMatch(/SCAN records(?! USING)/)
    }
  }
})

describe('a cursor that somebody made up', () => {
  const forged = async (sort: string, change: (parts: unknown[]) => unknown[]) => {
    const { pagination } = (await get(`${sort}&limit=5`)).body
    const parts = JSON.parse(Buffer.from(pagination.nextCursor, 'base64url').toString())
    const text = JSON.stringify(change(parts)).replaceAll('"@huge"', '1e999')
    return (await get(`${sort}&limit=5&cursor=${Buffer.from(text).toString('base64url')}`)).status
  }

  test.each([
    ['createdAt', ([question, page, , id]: unknown[]) => [question, page, null, id]],
    ['createdAt', ([question, page, , id]: unknown[]) => [question, page, 'soon', id]],
    ['createdAt', ([question, page, , id]: unknown[]) => [question, page, '@huge', id]],
    ['createdAt', ([question, page, at]: unknown[]) => [question, page, at, null]],
    ['createdAt', ([question, page, at]: unknown[]) => [question, page, at, 5]],
    ['createdAt', ([question, , ...after]: unknown[]) => [question, 0, ...after]],
    ['createdAt', ([question, , ...after]: unknown[]) => [question, 1.5, ...after]],
    ['amount', ([question, page, , ...after]: unknown[]) => [question, page, 'many', ...after]],
    ['name', ([question, page, , ...after]: unknown[]) => [question, page, 7, ...after]],
    ['name', ([question, page, , ...after]: unknown[]) => [question, page, { a: 1 }, ...after]],
  ])('sorted by %s is refused: %s', async (sort, change) => expect(await forged(`sort=${sort}`, change)).toBe(400))

  test('is taken where it could be ours', async () => {
    const amount = ([question, page, , ...after]: unknown[]) => [question, page, null, ...after]
    expect(await forged('sort=amount', amount)).toBe(200)
  })
})
