import { beforeAll, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')

/** More than are ranked; the oldest of them fit best. */
const MATCHES = 1010
const BEST = 5

beforeAll(async () => {
  await service.fetch('/api/records')
  await service.sql(
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MATCHES})
    INSERT INTO "records" ("id", "status", "name", "amount", "kind", "created_at", "updated_at", "published_at", "version")
    SELECT printf('019b0000-0000-7000-8000-%012x', n), CASE WHEN n % 2 THEN 'published' ELSE 'draft' END,
      CASE WHEN n <= ${BEST} THEN 'walnut walnut' ELSE 'one walnut among other words' END,
      n, CASE WHEN n <= ${BEST} THEN 'a' ELSE 'b' END, 1760000000000 + n, 1760000000000 + n, 1760000000000 + n, 1
    FROM numbers`,
  )
})

const search = async (rest: string, headers: Record<string, string> = editor) =>
  (await service.json(`/api/records?q=walnut&limit=3${rest}`, { headers })).body

const amountsOf = ({ data }: { data: { amount: number }[] }) => data.map(({ amount }) => amount)

test('the thousand matches that were stored last are ranked, and counted', async () => {
  const { pagination, ...body } = await search('')
  expect(pagination.total).toBe(1000)
  expect(amountsOf(body)).toEqual([1010, 1009, 1008])
  const last = await search('&page=334')
  expect(amountsOf(last)).toEqual([11])
  expect(last.pagination.hasNext).toBe(false)
})

test('they are those that meet what else is asked, and that the caller may see', async () => {
  const best = await search('&kind=a')
  expect(best.pagination.total).toBe(BEST)
  expect(amountsOf(best)).toEqual([5, 4, 3])
  const visible = await search('', {})
  expect(visible.pagination.total).toBe(505)
  expect(amountsOf(visible)).toEqual([5, 3, 1])
})

test('in an order that is asked for, all of them are found', async () => {
  const { pagination, ...body } = await search('&sort=amount')
  expect(pagination.total).toBe(MATCHES)
  expect(amountsOf(body)).toEqual([1, 2, 3])
})
