import { beforeAll, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ observe: true })

beforeAll(async () => {
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    await service.json('/api/articles', { body: { title, status: 'published' }, headers: as('editor') })
  }
})

it.each(['createdAt', '-createdAt'])(
  'what comes after a cursor is read from indexes, in their order: %s',
  async (sort) => {
    for (const headers of [{}, as('editor')]) {
      const first = await service.json(`/api/content?limit=2&sort=${sort}`, { headers })
      await service.observed()
      const cursor = first.body.pagination.nextCursor
      expect((await service.json(`/api/content?limit=2&sort=${sort}&cursor=${cursor}`, { headers })).status).toBe(200)
      const { calls } = await service.observed()
      const rows = calls.flat().find(({ sql }) => sql.includes('limit'))
      const plan = await service.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${rows?.sql}`, ...(rows?.values ?? []))
      const details = plan.map(({ detail }) => detail).join('; ')
      expect(details).not.toContain('TEMP B-TREE')
      expect(details).toMatch(/SEARCH content USING/)
    }
  },
)
