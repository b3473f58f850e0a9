import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor', 'eve')
let topic = ''

beforeAll(async () => {
  topic = (await service.json('/api/topics', { body: { name: 'Rare' }, headers: editor })).body.data.id
  for (let amount = 0; amount < 5; amount += 1) {
    const body = { name: `R ${amount}`, kind: 'a', amount, status: 'published' }
    await service.json('/api/records', { body: amount === 3 ? { ...body, tags: [topic] } : body, headers: editor })
  }
})

/** How the database goes about the rows of a list. */
async function planOf(query: string, headers: Readonly<Record<string, string>>): Promise<string> {
  await service.observed()
  const { status, body } = await service.json(`/api/records?${query}`, { headers })
  expect([query, status, body.detail]).toEqual([query, 200, undefined])
  const { calls } = await service.observed()
  const rows = calls.flat().find(({ sql }) => sql.includes('ORDER BY') && sql.includes('"name"'))
  const plan = await service.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${rows?.sql}`, ...(rows?.values ?? []))
  return plan.map(({ detail }) => detail).join('; ')
}

describe('a filter by one field in the order of another', () => {
  test.each([
    'kind=a&sort=-amount',
    'kind=a&sort=amount',
    'kind=a&amount[gte]=2&sort=-amount',
    'kind=a&sort=-amount&flag=true',
  ])('is a range of the compound index, where one is declared: %s', async (query) => {
    for (const headers of [{}, editor]) {
      const plan = await planOf(query, headers)
      expect(plan).toMatch(/SEARCH records USING (?:COVERING )?INDEX \S*kind\S*amount\S* \(kind=\?/)
      expect(plan).not.toContain('TEMP B-TREE')
    }
  })

  test('goes on after a cursor in the compound index', async () => {
    const first = await service.json('/api/records?kind=a&sort=-amount&limit=2')
    const plan = await planOf(`kind=a&sort=-amount&limit=2&cursor=${first.body.pagination.nextCursor}`, {})
    expect(plan).toMatch(/SEARCH records USING (?:COVERING )?INDEX \S*kind\S*amount\S* \(kind=\?/)
    expect(plan).not.toContain('TEMP B-TREE')
    expect(plan).not.toContain('SCAN records')
  })

  test.each(['kind=a&sort=score', 'owner=x&sort=name'])(
    'reads no more than what the filter finds, and sorts that, where none is: %s',
    async (query) => {
      for (const headers of [{}, editor]) {
        const plan = await planOf(query, headers)
        expect(plan).toMatch(/SEARCH records USING (?:COVERING )?INDEX \S* \((?:kind|owner)=\?/)
        expect(plan).not.toContain('SCAN records')
      }
    },
  )
})

describe('a filter by an item of a list of references', () => {
  test.each(['', '&sort=id', '&sort=createdAt', '&kind=a'])(
    'starts from those that hold it, however many others there are: %j',
    async (rest) => {
      for (const headers of [{}, editor]) {
        const plan = await planOf(`tags=${topic}${rest}`, headers)
        expect(plan).toMatch(/^SEARCH records__tags USING .*target_id=\?.*; SEARCH records USING .*\(id=\?\)/)
        expect(plan).not.toContain('SCAN records')
      }
    },
  )

  test('finds them', async () => {
    for (const rest of ['', '&sort=name', '&kind=a&sort=-amount']) {
      const { body } = await service.json(`/api/records?tags=${topic}${rest}`)
      expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['R 3'])
      expect(body.pagination.total).toBe(1)
    }
  })
})
