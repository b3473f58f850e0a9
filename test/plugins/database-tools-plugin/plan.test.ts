import { beforeAll, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { databaseTestService, fill } from './fixture.ts'

const service = databaseTestService()
const headers = as('admin')
const plan = (statement: string, accept = 'application/json') =>
  service.fetch(`/admin/database/performance/plan?${new URLSearchParams({ statement })}`, {
    headers: { ...headers, accept },
  })
const measured = async (): Promise<string[]> => {
  const { body } = await service.json('/admin/database/performance?hours=1', { headers })
  return body.data.slowest.map(({ statement }: { statement: string }) => statement)
}

beforeAll(async () => {
  await fill(service)
  const [{ author } = {}] = await service.sql('SELECT author FROM articles LIMIT 1')
  await service.json(`/api/articles?author=${author}&sort=-rating&limit=2&count=none`, { headers })
})

test('a measured statement shows how SQLite runs it, and the index that would spare the sorting', async () => {
  const statement = (await measured()).find((each) => /ORDER BY \[rating\]/.test(each)) ?? ''
  const { data } = (await (await plan(statement)).json()) as { data: { steps: object[]; suggestion: object } }
  expect(data.steps).toContainEqual(
    expect.objectContaining({ detail: expect.stringMatching(/^SEARCH articles USING/), isCostly: false }),
  )
  expect(data.steps).toContainEqual(
    expect.objectContaining({ detail: expect.stringContaining('TEMP B-TREE'), isCostly: true }),
  )
  expect(data.suggestion).toEqual({
    file: expect.stringMatching(/articles\.ts:\d+$/),
    line: "indexes: [['author', '-rating', '-createdAt']],",
  })
  const page = await (await plan(statement, 'text/html')).text()
  expect(page).toContain('An index would avoid the sort')
})

test('statements that nobody measured are not asked about', async () => {
  const refused = await plan('SELECT * FROM vault')
  expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('No such statement')])
})
