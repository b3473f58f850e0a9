import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor', 'eve')
const MANY = 1100
const ORDERS = ['&sort=name', '&sort=-amount', '&kind=a&sort=-amount', '&sort=kind,-name']
let rare = ''
let common = ''

beforeAll(async () => {
  const topic = async (name: string) =>
    (await service.json('/api/topics', { body: { name }, headers: editor })).body.data.id
  rare = await topic('Rare')
  common = await topic('Common')
  for (let amount = 0; amount < 5; amount += 1) {
    const body = { name: `R ${amount}`, kind: 'a', amount, status: 'published' }
    await service.json('/api/records', { body: amount === 3 ? { ...body, tags: [rare] } : body, headers: editor })
  }
  await addMany()
})

/** More documents than the API would make quickly, all with the common tag. */
async function addMany(): Promise<void> {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MANY})`
  const id = `printf('%08x-0000-7000-8000-%012x', n, n)`
  await service.sql(
    `${numbers} INSERT INTO records (id, status, created_at, updated_at, published_at, version, name, kind, amount) SELECT ${id}, 'published', n, n, n, 1, 'M ' || (n * 7919 % 10007), 'a', n * 31 % 50 FROM numbers`,
  )
  await service.sql(
    `${numbers} INSERT INTO records__tags (owner_id, target_id, position) SELECT ${id}, ?, 0 FROM numbers`,
    common,
  )
}

/** Query plan for the rows of a list. */
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
      expect(plan).not.toContain('INTEGER PRIMARY KEY') // rows are not looked up a second time
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
        expect(plan).toContain('INTEGER PRIMARY KEY') // only those of the page are read in full
      }
    },
  )
})

describe('a filter by an item of a list of references', () => {
  test.each(['', '&sort=id', '&sort=createdAt', '&kind=a'])(
    'starts from those that hold it, however many others there are: %j',
    async (rest) => {
      for (const headers of [{}, editor]) {
        const plan = await planOf(`tags=${rare}${rest}`, headers)
        expect(plan).toMatch(/^SEARCH records__tags USING .*target_id=\?.*; SEARCH records USING .*\(id=\?\)/)
        expect(plan).not.toContain('SCAN records')
      }
    },
  )

  test.each(ORDERS)('in another order sorts few, and reads the order of many: %j', async (rest) => {
    for (const headers of [{}, editor]) {
      const [few = '', many = ''] = (await planOf(`tags=${rare}${rest}`, headers)).split('UNION ALL')
      expect(few).toMatch(/SEARCH records__tags USING .*target_id=\?.*; SEARCH records USING .*\(id=\?\)/)
      expect(few).not.toContain('SCAN records')
      expect(many).toMatch(/(?:SCAN|SEARCH) records USING (?:COVERING )?INDEX/)
    }
  })

  test.each(['', '&sort=id', ...ORDERS])('finds few and many alike, by page and by cursor: %j', async (rest) => {
    for (const [tag, count] of [
      [rare, 1],
      [common, MANY],
    ] as const) {
      const first = await service.json(`/api/records?tags=${tag}${rest}&limit=40`)
      const second = await service.json(`/api/records?tags=${tag}${rest}&limit=40&page=2`)
      expect(first.body.pagination.total).toBe(count)
      const names = [...first.body.data, ...second.body.data].map(({ name }: { name: string }) => name)
      expect(names).toEqual((await namesOf(tag, rest)).slice(0, 80))
      const cursor = first.body.pagination.nextCursor
      if (cursor === null) continue
      const next = await service.json(`/api/records?tags=${tag}${rest}&limit=40&cursor=${cursor}`)
      expect(next.body.data).toEqual(second.body.data)
    }
  })
})

/** The names of all documents that hold a tag, in the order that is asked for. */
async function namesOf(tag: string, rest: string): Promise<string[]> {
  const keys = (/sort=([^&]+)/.exec(rest)?.[1] ?? '-createdAt').replace('createdAt', 'created_at').split(',')
  const directionOf = (key = '') => (key.startsWith('-') ? ' DESC' : '')
  const tie = directionOf(keys.at(-1))
  const order = [...keys.map((key) => `"${key.replace('-', '')}"${directionOf(key)}`), `created_at${tie}`, `id${tie}`]
  const rows = await service.sql<{ name: string }>(
    `SELECT name FROM records WHERE id IN (SELECT owner_id FROM records__tags WHERE target_id = ?) ORDER BY ${order.join(', ')}`,
    tag,
  )
  return rows.map(({ name }) => name)
}
