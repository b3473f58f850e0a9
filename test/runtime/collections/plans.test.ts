import { beforeAll, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor', 'eve')

beforeAll(async () => {
  for (const status of ['draft', 'published', 'published']) {
    await service.json('/api/articles', { body: { title: 'Planned', status }, headers: editor })
  }
})

/** The statements of a request, as the database saw them. */
async function statementsOf(path: string, headers: Record<string, string> = {}) {
  await service.observed()
  expect((await service.fetch(path, { headers })).status).toBe(200)
  return service.observed()
}

const ORDERS = [
  'createdAt',
  'updatedAt',
  'publishedAt',
  'title',
  'rating',
  'kind',
  'featured',
  'author',
  'slug',
  'createdBy',
  'id',
]
const FILTERS = [
  'title=x',
  'rating=1',
  'kind=news',
  'featured=true',
  'author=x',
  'slug=x',
  'createdBy=x',
  'day=2026-01-01',
  'topics=x',
  'rating[gte]=1&sort=rating',
  'title[gt]=a&sort=-title',
  'createdAt[gte]=2020-01-01',
  'kind[null]=true',
  'title[contains]=x',
  'publishedAt[gt]=2020-01-01&sort=-publishedAt',
  'or[0][title][startsWith]=x&or[1][rating][lt]=3',
]

test.each([...ORDERS.flatMap((name) => [`sort=${name}`, `sort=-${name}`]), ...FILTERS, 'status=published'])(
  '%s reads an index in its order',
  async (query) => {
    for (const headers of [{}, editor]) {
      const { calls } = await statementsOf(`/api/articles?${query}`, headers)
      const [rows] = calls.at(-1) ?? []
      const plan = await service.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${rows?.sql}`, ...(rows?.values ?? []))
      const details = plan.map(({ detail }) => detail)
      expect(details.join('; ')).not.toContain('TEMP B-TREE')
      expect(details.join('; ')).toMatch(/USING (?:COVERING )?INDEX/)
    }
  },
)
