import { expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()

const DUE = Date.UTC(2026, 0, 2, 3, 4, 5)

/** An article that was planned for a moment which has passed since. */
async function dueArticle(): Promise<{ id: string; version: number }> {
  const { body } = await service.json('/api/articles', {
    body: { title: `Due ${next()}`, status: 'scheduled', scheduledAt: '2099-01-01T00:00:00Z' },
    headers: editor,
  })
  await service.sql(
    'UPDATE "articles" SET "scheduled_at" = ?1, "published_at" = ?1, "created_at" = ?1, "updated_at" = ?1 WHERE "id" = ?2',
    DUE,
    body.data.id,
  )
  return body.data
}

const read = async (id: string) => (await service.json(`/api/articles/${id}`)).body.data

const eventsOf = async (id: string): Promise<{ event: string; before: object | null }[]> =>
  (await service.json('/auth/probe/events')).body
    .map(({ event }: { event: { id?: string } }) => event)
    .filter((event: { id?: string }) => event.id === id)

const storedStatus = async (id: string) =>
  (await service.sql<{ status: string }>('SELECT "status" FROM "articles" WHERE "id" = ?1', id))[0]?.status

const totalOf = async (status: string): Promise<number> =>
  (await service.json(`/api/articles?limit=1&status=${status}`, { headers: editor })).body.pagination.total

test('readers see a due document as published before and after the trigger has run', async () => {
  const { id } = await dueArticle()
  await service.sql('UPDATE "articles" SET "updated_at" = ?1 WHERE "id" = ?2', DUE - 1000, id)
  const before = await read(id)
  const totals = () => Promise.all(['published', 'scheduled', 'draft'].map(totalOf))
  const early = await totals()
  expect(before).toMatchObject({ status: 'published', publishedAt: '2026-01-02T03:04:05.000Z' })
  const [listed] = (await service.json(`/api/articles?id=${id}&fields=status`)).body.data
  expect(listed).toEqual({ id, status: 'published' })
  expect(await storedStatus(id)).toBe('scheduled')
  await service.schedule()
  expect(await storedStatus(id)).toBe('published')
  const updatedAt = '2026-01-02T03:04:05.000Z'
  expect(await read(id)).toEqual({ ...before, updatedAt, version: before.version + 1 })
  expect(await totals()).toEqual(early)
})

test('a document that was changed after its moment keeps the time of that change', async () => {
  const { id } = await dueArticle()
  await service.sql('UPDATE "articles" SET "updated_at" = ?1 WHERE "id" = ?2', DUE + 1000, id)
  await service.schedule()
  expect(await read(id)).toMatchObject({
    publishedAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:06.000Z',
  })
})

test('it is a version of its own, and hooks hear of it once, by nobody', async () => {
  const { id, version } = await dueArticle()
  const told = (await eventsOf(id)).length
  await service.schedule()
  await service.schedule()
  const events = (await eventsOf(id)).slice(told)
  expect(events).toMatchObject([
    { event: 'content:save', actor: null, before: { status: 'scheduled' }, after: { status: 'published' } },
    { event: 'content:update', actor: null, before: { status: 'scheduled' }, after: { status: 'published' } },
  ])
  const { body } = await service.json(`/api/articles/${id}/versions`, { headers: editor })
  expect(body.data[0]).toMatchObject({ status: 'published', version: version + 1 })
})

test('triggers that run at once publish each document once', async () => {
  const due = await Promise.all(Array.from({ length: 5 }, dueArticle))
  const told = await Promise.all(due.map(async ({ id }) => (await eventsOf(id)).length))
  await Promise.all(Array.from({ length: 4 }, () => service.schedule()))
  for (const [index, { id, version }] of due.entries()) {
    expect((await read(id)).version).toBe(version + 1)
    expect((await eventsOf(id)).slice(told[index]).map(({ event }) => event)).toEqual([
      'content:save',
      'content:update',
    ])
  }
})

test('what is not due yet, and drafts, stay as they are', async () => {
  const { body } = await service.json('/api/articles', {
    body: { title: `Later ${next()}`, status: 'scheduled', scheduledAt: '2099-01-01T00:00:00Z' },
    headers: editor,
  })
  await service.schedule()
  expect(await storedStatus(body.data.id)).toBe('scheduled')
  expect((await service.json(`/api/articles/${body.data.id}`)).status).toBe(404)
})

test('one that the database refuses keeps neither others nor the jobs of plugins waiting', async () => {
  const stuck = await dueArticle()
  const { id } = await dueArticle()
  const ticks = async () => (await service.sql(`SELECT seq FROM probe_events WHERE event LIKE '%"tick"%'`)).length
  const before = await ticks()
  await service.sql(
    `CREATE TRIGGER stuck BEFORE UPDATE ON articles WHEN OLD.id = '${stuck.id}' BEGIN SELECT RAISE(ABORT, 'it is stuck'); END`,
  )
  await service.schedule()
  await service.sql('DROP TRIGGER stuck')
  expect([await storedStatus(stuck.id), await storedStatus(id)]).toEqual(['scheduled', 'published'])
  expect(await ticks()).toBe(before + 1)
  expect(service.logs).toContainEqual(
    expect.objectContaining({ type: 'scheduled', document: stuck.id, error: expect.stringContaining('it is stuck') }),
  )
  await service.schedule()
  expect(await storedStatus(stuck.id)).toBe('published')
})
