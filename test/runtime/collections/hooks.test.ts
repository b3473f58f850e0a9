import { expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()

const eventsOf = async (id: string) =>
  (await service.json('/auth/probe/events')).body
    .map(({ event }: { event: { id?: string } }) => event)
    .filter((event: { id?: string }) => event.id === id)

test('hooks are told what happened, to whom, by whom, before and after', async () => {
  const created = await service.json('/api/articles', { body: { title: 'Told', secretNote: 's' }, headers: editor })
  const { id } = created.body.data
  const changed = await service.json(`/api/articles/${id}`, { method: 'PATCH', body: { rating: 1 }, headers: editor })
  const deleted = await service.json(`/api/articles/${id}`, { method: 'DELETE', headers: as('admin', 'ada') })
  const stored = ({ hasDraft: _, ...document }: Record<string, unknown>) => ({ ...document, secretNote: 's' })
  const [first, second] = [stored(created.body.data), stored(changed.body.data)]
  const common = { at: expect.stringMatching(/Z$/), collection: 'articles', id }
  const requestOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id')
  expect(await eventsOf(id)).toEqual([
    { ...common, event: 'content:save', actor: 'eve', requestId: requestOf(created), before: null, after: first },
    { ...common, event: 'content:save', actor: 'eve', requestId: requestOf(changed), before: first, after: second },
    { ...common, event: 'content:update', actor: 'eve', requestId: requestOf(changed), before: first, after: second },
    { ...common, event: 'content:delete', actor: 'ada', requestId: requestOf(deleted), before: second, after: null },
  ])
})

test('a version that comes back is a change like any other', async () => {
  const { id } = (await service.json('/api/articles', { body: { title: 'First' }, headers: editor })).body.data
  await service.json(`/api/articles/${id}`, { method: 'PATCH', body: { title: 'Second' }, headers: editor })
  await service.json(`/api/articles/${id}/versions/1/restore`, { method: 'POST', headers: editor })
  const told = (await eventsOf(id)).slice(-2)
  const [before, after] = [{ title: 'Second' }, { title: 'First' }]
  expect(told).toMatchObject([
    { event: 'content:save', before, after },
    { event: 'content:update', before, after },
  ])
})

test('what goes with a deletion is told of too', async () => {
  const topic = async (fields: object = {}) =>
    (await service.json('/api/topics', { body: { name: `T ${next()}`, ...fields }, headers: editor })).body.data.id
  const root = await topic()
  const child = await topic({ parent: root })
  await service.fetch(`/api/topics/${root}`, { method: 'DELETE', headers: editor })
  expect((await eventsOf(child)).at(-1)).toMatchObject({ event: 'content:delete', collection: 'topics' })
})

test('a hook that fails is logged and changes nothing', async () => {
  const { status, headers, body } = await service.json('/api/people', {
    body: { name: 'Kept' },
    headers: { ...editor, 'x-fail-hook': '1' },
  })
  expect(status).toBe(201)
  expect((await service.json(`/api/people/${body.data.id}`)).status).toBe(200)
  const line = service.logs.find(({ type, requestId }) => type === 'hook' && requestId === headers.get('x-request-id'))
  expect(line).toMatchObject({ level: 'error', event: 'content:save', plugin: 'probe' })
  expect(line?.error).toContain('the hook fails')
})

test('nothing is told of what was refused', async () => {
  const before = (await service.json('/auth/probe/events')).body.length
  await service.json('/api/people', { body: { name: 7 }, headers: editor })
  await service.json('/api/people/none', { method: 'DELETE', headers: editor })
  expect((await service.json('/auth/probe/events')).body).toHaveLength(before)
})
