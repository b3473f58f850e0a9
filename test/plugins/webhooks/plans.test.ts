import { beforeAll, expect, test } from 'vitest'
import { admin, editor, latest, setUp } from './fixture.ts'

const set = setUp({ observe: true })

beforeAll(async () => {
  await set.service.json('/api/articles', { body: { title: 'Planned' }, headers: editor })
  await latest(set.service, 'articles')
})

/** The plans of what a request, or a trigger, asks of the deliveries. */
async function plansOf(act: () => Promise<unknown>): Promise<string[]> {
  await set.service.observed()
  await act()
  const { calls } = await set.service.observed()
  const statements = calls.flat().filter(({ sql }) => sql.includes('webhook_deliveries'))
  expect(statements.length).toBeGreaterThan(0)
  const plans: string[] = []
  for (const { sql, values } of statements) {
    const steps = await set.service.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    plans.push(steps.map(({ detail }) => detail).join('; '))
  }
  return plans
}

test('a trigger looks at what is due and at what is old, not at the whole log', async () => {
  const plans = await plansOf(() => set.service.schedule())
  expect(plans.some((plan) => plan.includes('webhook_deliveries_due (status=? AND next_attempt_at<?)'))).toBe(true)
  for (const plan of plans) expect(plan).not.toMatch(/SCAN (?!.*LIST)|TEMP B-TREE/)
})

test.each(['', '?status=failed', '?endpoint=articles', '?endpoint=articles&status=failed&event=content:save'])(
  'the log%s is read in the order of an index',
  async (query) => {
    const act = () => set.service.json(`/admin/webhooks/deliveries${query}`, { headers: admin })
    for (const plan of await plansOf(act))
      expect(plan).toMatch(/^(?:SCAN|SEARCH) webhook_deliveries USING INDEX \S+(?: \([^)]*\))?$/)
  },
)

test('an event is kept in the transaction of the change, however many endpoints want it', async () => {
  await set.service.observed()
  const { status } = await set.service.json('/api/articles', { body: { title: 'Counted' }, headers: editor })
  expect(status).toBe(201)
  await latest(set.service, 'articles')
  const { calls } = await set.service.observed()
  const inserts = calls.flatMap((statements) =>
    statements.filter(({ sql }) => sql.startsWith('INSERT INTO webhook_deliveries')).map(() => statements),
  )
  expect(inserts.map((statements) => statements.some(({ sql }) => sql.includes('"content_versions"')))).toEqual([true])
})
