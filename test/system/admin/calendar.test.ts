import { expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { FIXTURE, sharedService } from '../../runtime/fixture.ts'

const service = sharedService({ root: FIXTURE })
const editor = as('editor', 'eve')

const create = async (collection: string, body: object) => {
  const answer = await service.json(`/api/${collection}`, { headers: editor, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id as string
}
const calendar = async (query: string, headers: Record<string, string> = {}) => {
  const answer = await service.json(`/admin/calendar?${query}`, { headers: { ...editor, ...headers } })
  return { ...answer, titles: answer.body.data?.items.map(({ title }: { title: string }) => title) }
}
const scheduled = (title: string, scheduledAt: string) =>
  create('articles', { title, status: 'scheduled', scheduledAt })

it('has what goes out in whole weeks of a month, counted in the reader’s time zone', async () => {
  // March 2099 begins on a Sunday: its first week is that of February 23.
  await scheduled('Before', '2099-02-22T22:59:59.000Z')
  await scheduled('First', '2099-02-22T23:00:00.000Z')
  await scheduled('Last', '2099-04-05T21:59:59.000Z')
  await scheduled('After', '2099-04-05T22:00:00.000Z')
  await create('people', { name: 'In a collection without drafts' })
  const berlin = await calendar('date=2099-03-17&zone=Europe/Berlin')
  expect(berlin.titles).toEqual(['First', 'Last'])
  expect(berlin.body.data).toMatchObject({ from: '2099-02-23', to: '2099-04-05', zone: 'Europe/Berlin', isWhole: true })
  const byCookie = await calendar('date=2099-03-17', { cookie: 'zone=Europe/Berlin' })
  expect(byCookie.titles).toEqual(['First', 'Last'])
  expect((await calendar('date=2099-03-17')).titles).toEqual(['Last', 'After'])
  expect((await calendar('view=week&date=2099-02-25&zone=Europe/Berlin')).titles).toEqual(['First'])
})

it('has what went out at the time at which it did, and lets nobody move it', async () => {
  const id = await create('articles', { title: 'Out now', status: 'published' })
  await create('articles', { title: 'A draft' })
  const { body } = await calendar('')
  const found = body.data.items.find((item: { id: string }) => item.id === id)
  expect(found).toMatchObject({ title: 'Out now', status: 'published', mayMove: false })
  expect(body.data.items.map(({ title }: { title: string }) => title)).not.toContain('A draft')
})

it('has the changes of a published document at the time at which they go out', async () => {
  const id = await create('articles', { title: 'Live since today', status: 'published' })
  const body = { summary: 'Later', scheduledAt: '2099-08-12T08:00:00.000Z' }
  await service.json(`/api/articles/${id}?draft=true`, { method: 'PATCH', headers: editor, body })
  const { items } = (await calendar('view=week&date=2099-08-12')).body.data
  expect(items).toMatchObject([
    { id, title: 'Live since today', status: 'changes', at: body.scheduledAt, mayMove: true },
  ])
})

it('says what it takes', async () => {
  expect((await calendar('zone=Nowhere/Land')).body).toMatchObject({ code: 'invalid_query' })
  expect((await calendar('date=2099-02-30')).status).toBe(400)
  const nobody = await service.json('/admin/calendar', { headers: as('author') })
  expect(nobody.status).toBe(403)
})
