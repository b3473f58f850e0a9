import { beforeAll, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { FIXTURE, sharedService } from './fixture.ts'

const service = sharedService({ root: FIXTURE })
const headers = as('editor')

beforeAll(async () => {
  const operations = Array.from({ length: 23 }, (_, index) => ({
    action: 'create',
    // Ties and missing values: places where a page may end.
    data: { name: `Name ${index}`, kind: ['a', 'b', 'c'][index % 3], ...(index % 4 > 0 && { amount: index % 5 }) },
  }))
  const { status } = await service.json('/api/records/bulk', { body: { operations }, headers })
  expect(status).toBe(200)
})

interface List {
  readonly data: readonly { readonly id: string }[]
  readonly pagination: { readonly nextCursor: string | null; readonly prevCursor?: string | null; hasPrev: boolean }
}

/** Pages from the first to the last, and from there back by `prevCursor`. */
async function thereAndBack(path: string): Promise<{ there: string[][]; back: string[][] }> {
  const read = async (cursor: string | null | undefined): Promise<List> =>
    (await service.json(`${path}${cursor ? `&cursor=${cursor}` : ''}`, { headers })).body
  const idsOf = ({ data }: List) => data.map(({ id }) => id)
  let list = await read(null)
  const there = [idsOf(list)]
  expect(list.pagination).not.toHaveProperty('prevCursor')
  while (list.pagination.nextCursor) {
    list = await read(list.pagination.nextCursor)
    there.push(idsOf(list))
  }
  const back = [idsOf(list)]
  while (list.pagination.prevCursor) {
    list = await read(list.pagination.prevCursor)
    back.push(idsOf(list))
  }
  expect(list.pagination.hasPrev).toBe(false)
  return { there, back: back.toReversed() }
}

const SORTS = ['', '&sort=-createdAt', '&sort=amount', '&sort=-amount', '&sort=kind,-amount', '&sort=-updatedAt']

it.each(SORTS)('a list goes back as it went forth: %s', async (sort) => {
  const { there, back } = await thereAndBack(`/api/records?limit=5${sort}`)
  expect(there.flat()).toHaveLength(23)
  expect(back).toEqual(there)
})

it.each(['', '&sort=title', '&sort=-publishedAt'])('so does the list over all collections: %s', async (sort) => {
  const { there, back } = await thereAndBack(`/api/content?limit=7&collection=records${sort}`)
  expect(there.flat()).toHaveLength(23)
  expect(back).toEqual(there)
})

it('a page before a cursor holds what was added since, and has its number', async () => {
  const first = (await service.json('/api/records?limit=5&sort=name', { headers })).body
  const second = (
    await service.json(`/api/records?limit=5&sort=name&count=exact&cursor=${first.pagination.nextCursor}`, { headers })
  ).body
  await service.json('/api/records', { body: { name: 'A name' }, headers })
  const before = (
    await service.json(`/api/records?limit=5&sort=name&count=exact&cursor=${second.pagination.prevCursor}`, { headers })
  ).body
  expect(before.data).toEqual(first.data)
  expect(before.pagination).toMatchObject({ page: 1, total: 24, hasPrev: true, hasNext: true })
})
