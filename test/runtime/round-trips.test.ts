import { expect, test } from 'vitest'
import { as, counter } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor', 'eve')
const next = counter()

/** Number of round trips to the database in a request, and how many statements each of them carries. */
async function trips(request: () => Promise<{ status: number }>): Promise<number[]> {
  await service.observed()
  expect((await request()).status).toBeLessThan(300)
  const { calls } = await service.observed()
  return calls.filter((statements) => !statements.every(isOfTheClock)).map((statements) => statements.length)
}

/** Tells what an isolate asks by itself, now and then: how new the content is, and whether the schema has moved on. */
function isOfTheClock({ sql }: { readonly sql: string }): boolean {
  return sql.includes('"content_generations"') || sql.includes('AS position')
}

const article = (fields: object = {}, headers: object = {}) =>
  service.json('/api/articles', { body: { title: `Title ${next()}`, ...fields }, headers: { ...editor, ...headers } })

test('a new isolate makes one to see that there is nothing to do', async () => {
  await service.fetch('/api/people')
  await service.resetBootstrap()
  expect(await trips(() => service.fetch('/auth/probe/public'))).toEqual([1])
  expect(await trips(() => service.fetch('/auth/probe/public'))).toEqual([])
})

test('a document is read with one statement', async () => {
  const { body } = await article({ status: 'published' })
  expect(await trips(() => service.fetch(`/api/articles/${body.data.id}`))).toEqual([1])
})

test('a list and its total come in one', async () => {
  expect(await trips(() => service.fetch('/api/articles?kind=news&sort=title'))).toEqual([2])
})

test('a search over all collections comes in one', async () => {
  const search = () => service.fetch('/admin/content/?q=harbour', { headers: editor })
  expect(await trips(search)).toHaveLength(1)
})

test('a document is created in one, with its lists, its version and its Idempotency-Key', async () => {
  const topic = await service.json('/api/topics', { body: { name: `T ${next()}` }, headers: editor })
  const key = { 'idempotency-key': `key ${next()}` }
  // Beside it, the hook of the fixture's own plugin writes down what it was told.
  expect(await trips(() => article({ topics: [topic.body.data.id] }, key))).toEqual([6, 1])
  expect(await trips(() => article())).toEqual([3, 1])
})

test('a change reads once and writes once', async () => {
  const { body } = await article()
  const patch = () =>
    service.json(`/api/articles/${body.data.id}`, { method: 'PATCH', body: { rating: 2 }, headers: editor })
  expect(await trips(patch)).toEqual([1, 4, 1, 1])
})
