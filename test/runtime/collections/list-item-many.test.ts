import { beforeAll, expect, test } from 'vitest'
import { FEW } from '../../../src/runtime/collections/list/by-item.ts'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

/**
 * Lists of the documents that hold an item: of two statements, the one that fits their number gives the rows. A list is
 * the same on both sides of the limit.
 */
const service = sharedService()
const editor = as('editor', 'eve')

const NUMBERS = [1, FEW - 1, FEW, FEW + 1, FEW + 200]
const LARGEST = Math.max(...NUMBERS)
const topic = (number: number) => `019b0000-0000-7000-9000-${String(number).padStart(12, '0')}`

/** The views of a document: they run against its creation, so that their order is another one. */
const viewsOf = (index: number) => LARGEST - index
const ALL = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${LARGEST})`
const ID = "printf('019b0000-0000-7000-8000-%012x', n)"

beforeAll(async () => {
  await service.fetch('/api/topics')
  await service.sql(
    `${ALL} INSERT INTO "articles" ("id", "status", "title", "views", "created_at", "updated_at", "version")
    SELECT ${ID}, 'draft', 'of many', ${LARGEST} - n, 1760000000000 + n, 1760000000000 + n, 1 FROM numbers`,
  )
  for (const number of NUMBERS) {
    await service.sql(
      `INSERT INTO "topics" ("id", "status", "name", "created_at", "updated_at", "version") VALUES (?1, 'published', ?1, 0, 0, 1)`,
      topic(number),
    )
    await service.sql(
      `${ALL} INSERT INTO "articles__topics" ("owner_id", "target_id", "position")
      SELECT ${ID}, ?1, ${number} FROM numbers WHERE n <= ${number}`,
      topic(number),
    )
  }
})

const viewsIn = async (query: string) => {
  const { status, body } = await service.json(`/api/articles?${query}`, { headers: editor })
  expect([query, status, body.detail]).toEqual([query, 200, undefined])
  return { views: body.data.map(({ views }: { views: number }) => views), total: body.pagination.total }
}

/** Indexes of the documents in each order, the first of them first. */
const ORDERS: Readonly<Record<string, (number: number) => number[]>> = {
  createdAt: (number) => Array.from({ length: number }, (_, index) => index + 1),
  '-createdAt': (number) => Array.from({ length: number }, (_, index) => number - index),
  views: (number) => Array.from({ length: number }, (_, index) => number - index),
  '-views': (number) => Array.from({ length: number }, (_, index) => index + 1),
}

test.each(NUMBERS.flatMap((number) => Object.keys(ORDERS).map((sort) => ({ number, sort }))))(
  'of $number documents that hold an item, sorted by $sort, all are found in order',
  async ({ number, sort }) => {
    const expected = ORDERS[sort]?.(number).map(viewsOf) ?? []
    const list = `topics=${topic(number)}&sort=${sort}&limit=7`
    expect(await viewsIn(`${list}`)).toEqual({ views: expected.slice(0, 7), total: number })
    const last = Math.ceil(number / 7)
    expect((await viewsIn(`${list}&page=${last}`)).views).toEqual(expected.slice((last - 1) * 7))
    expect((await viewsIn(`${list}&views[gte]=${LARGEST - 3}`)).views).toEqual(
      expected.filter((views) => views >= LARGEST - 3).slice(0, 7),
    )
  },
)
