import { expect, test } from 'vitest'
import { comeDue, deliveries, editor, eventually, setUp } from '../plugins/webhooks/fixture.ts'
import { status } from '../plugins/webhooks/receiver.ts'
import { SHORT } from './deadlines.ts'

const set = setUp({ faults: true, deadlines: SHORT })

const rowsOf = (subject: string) =>
  set.service.sql<{ event: string; endpoint: string }>(
    'SELECT event, endpoint FROM webhook_deliveries WHERE subject = ?1 ORDER BY id',
    subject,
  )
const create = async (collection: string, body: object) => {
  const answer = await set.service.json(`/api/${collection}`, { body, headers: editor })
  expect(answer.status).toBe(201)
  return answer.body.data.id as string
}

test('a change whose answer is lost is told all the same', async () => {
  await set.service.fetch('/api/articles')
  await set.service.fault('DB', 'lost', { matching: 'INSERT INTO "content_versions"', nth: 1 })
  const answer = await set.service.json('/api/articles', { body: { title: 'Lost' }, headers: editor })
  await set.service.fault('DB', null)
  expect(answer.status).toBe(503)
  const [row] = await set.service.sql<{ id: string }>(`SELECT id FROM articles WHERE title = 'Lost'`)
  expect((await rowsOf(`articles/${row?.id}`)).map(({ endpoint }) => endpoint)).toEqual(['articles', 'desk'])
  await set.service.schedule()
  await eventually(
    () => set.receiver.at('/articles').filter(({ body }) => body.includes(row?.id ?? '')),
    ({ length }) => length === 1,
  )
})

test('what cannot be promised does not happen', async () => {
  await set.service.fault('DB', 'down', { matching: 'webhook_deliveries', nth: 1 })
  const answer = await set.service.json('/api/articles', { body: { title: 'Never' }, headers: editor })
  await set.service.fault('DB', null)
  expect(answer.status).toBe(503)
  expect(await set.service.sql(`SELECT id FROM articles WHERE title = 'Never'`)).toEqual([])
})

test('what is published on schedule is told, also where the answer is lost', async () => {
  const id = await create('bulletins', {
    title: 'Planned',
    status: 'scheduled',
    scheduledAt: '2099-01-01T00:00:00Z',
  })
  await set.service.sql('UPDATE bulletins SET scheduled_at = 1000, published_at = 1000 WHERE id = ?1', id)
  await set.service.fault('DB', 'lost', { matching: 'UPDATE "bulletins"', nth: 1 })
  await set.service.schedule()
  await set.service.fault('DB', null)
  await set.service.schedule()
  const [row] = await set.service.sql('SELECT status FROM bulletins WHERE id = ?1', id)
  expect(row).toEqual({ status: 'published' })
  const told = (await rowsOf(`bulletins/${id}`)).map(({ event }) => event)
  expect(told).toEqual(['content:save', 'content:save', 'content:update'])
})

test('events of one document go out in their order, though one has to come again', async () => {
  set.receiver.plan('/articles', status(500))
  const id = await create('articles', { title: 'Ordered' })
  const waiting = async () => (await deliveries(set.service, '&endpoint=articles&status=pending')).length
  await eventually(waiting, (count) => count === 1)
  await set.service.json(`/api/articles/${id}`, { method: 'PATCH', body: { title: 'Ordered 2' }, headers: editor })
  expect(await waiting()).toBe(3)
  await comeDue(set.service)
  await set.service.schedule()
  await eventually(waiting, (count) => count === 0)
  const sent = set.receiver.at('/articles').filter(({ body }) => body.includes(id))
  const told = sent.map(({ body }) => JSON.parse(body))
  expect(told.map(({ type, data }) => [type, data.after.version])).toEqual([
    ['content:save', 1],
    ['content:save', 1],
    ['content:save', 2],
    ['content:update', 2],
  ])
  const ids = sent.map(({ headers }) => headers['webhook-id'])
  expect([ids[0] === ids[1], new Set(ids).size]).toEqual([true, 3])
})

test('a bulk of 300 documents is written down in a few statements', async () => {
  const operations = Array.from({ length: 300 }, (_, index) => ({ action: 'create', data: { title: `Many ${index}` } }))
  await set.service.fault('DB', null)
  const answer = await set.service.json('/api/articles/bulk', { body: { operations }, headers: editor })
  expect(answer.status).toBe(200)
  const [row] = await set.service.sql(
    `SELECT count(*) AS count FROM webhook_deliveries WHERE payload LIKE '%"Many %' AND endpoint = 'articles'`,
  )
  expect(row).toEqual({ count: 300 })
})

test.each(['down', 'lost'] as const)(
  'an event of a plugin is written down once, though the database is %s',
  async (mode) => {
    const id = crypto.randomUUID()
    await set.service.fault('DB', mode, { matching: 'INSERT INTO webhook_deliveries', nth: 1 })
    const body = { event: 'user:update', payload: { id, after: { id } } }
    expect((await set.service.json('/auth/emit', { body })).status).toBe(204)
    const rows = () => set.service.sql('SELECT id FROM webhook_deliveries WHERE payload LIKE ?1', `%${id}%`)
    await eventually(rows, ({ length }) => length === 1)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await set.service.fault('DB', null)
    expect(await rows()).toHaveLength(1)
  },
)
