import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor')

beforeAll(async () => {
  for (const title of ['One', 'Two', 'Three', 'Four', 'Onward']) {
    await service.json('/api/articles', { body: { title, status: 'published' }, headers: editor })
  }
  await service.json('/api/articles', { body: { title: 'Draft' }, headers: editor })
})

/** Query plans for the rows of a list and for their number. */
async function plansOf(query: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  await service.observed()
  const { status, body } = await service.json(`/api/content?${query}`, { headers })
  expect([query, status, body.detail]).toEqual([query, 200, undefined])
  const { calls } = await service.observed()
  const statements = calls.flat().filter(({ sql }) => sql.includes('[content]'))
  expect(statements.length).toBeGreaterThan(0)
  return Promise.all(
    statements.map(async ({ sql, values }) => {
      const steps = await service.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
      return steps.map(({ detail }) => detail).join('; ')
    }),
  )
}

const KEYS = ['createdAt', 'updatedAt', 'publishedAt', 'title']
const SORTS = KEYS.flatMap((key) => [key, `-${key}`])
const SCOPES = ['', '&status=draft', '&status=scheduled', '&collection=articles', '&collection=articles&status=draft']

describe.each(SORTS)('sorted by %s', (sort) => {
  it.each(SCOPES)('rows come from an index, in its order: %j', async (scope) => {
    for (const headers of [{}, editor]) {
      if (headers !== editor && scope.includes('status')) continue
      const [rows] = await plansOf(`sort=${sort}${scope}`, headers)
      expect(rows).not.toContain('TEMP B-TREE')
      expect(rows).toMatch(/(?:SCAN|SEARCH) content USING (?:COVERING )?INDEX/)
    }
  })

  it('what comes after a cursor is a range of an index', async () => {
    for (const headers of [{}, editor]) {
      for (const scope of ['', '&collection=articles']) {
        const first = await service.json(`/api/content?limit=2&sort=${sort}${scope}`, { headers })
        const cursor = first.body.pagination.nextCursor
        const [rows] = await plansOf(`limit=2&sort=${sort}${scope}&cursor=${cursor}`, headers)
        expect(rows).not.toContain('TEMP B-TREE')
        expect(rows).toMatch(/SEARCH content USING/)
        expect(rows).not.toContain('SCAN content')
      }
    }
  })
})

describe('a search', () => {
  it.each([
    '',
    '&sort=title',
    '&sort=-title',
    '&collection=articles',
    '&sort=-title&collection=articles&status=published',
  ])('is a range of the index by title, in its order: %j', async (rest) => {
    for (const headers of [{}, editor]) {
      const [rows, total] = await plansOf(`q=on${rest}`, headers)
      expect(rows).not.toContain('TEMP B-TREE')
      for (const plan of [rows, total]) expect(plan).toMatch(/SEARCH content USING (?:COVERING )?INDEX \S*title \(/)
    }
  })

  it.each(['createdAt', '-updatedAt'])('sorts no more than it finds: by %s', async (sort) => {
    for (const scope of ['', '&collection=articles']) {
      const [rows] = await plansOf(`q=on&sort=${sort}${scope}`, editor)
      expect(rows).toMatch(/SEARCH content USING (?:COVERING )?INDEX \S*title \(/)
    }
  })
})
