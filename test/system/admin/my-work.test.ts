import { expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { FIXTURE, sharedService } from '../../runtime/fixture.ts'

const service = sharedService({ root: FIXTURE, observe: true })
const eve = as('editor', 'eve')
const max = as('editor', 'max')

const create = async (body: object, headers = eve) => {
  const answer = await service.json('/api/articles', { headers, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id as string
}
const dashboard = async (headers: Record<string, string> = eve) =>
  (await service.fetch('/admin/', { headers: { accept: 'text/html', ...headers } })).text()
/** The card with this heading. */
const card = (html: string, heading: string) =>
  html.split('<div class="card">').find((part) => part.includes(`<h2>${heading}</h2>`)) ?? ''

it('leads through the first steps until something is published', async () => {
  const steps = card(await dashboard(), 'First steps')
  expect(steps).toMatch(/Write a document.*Publish it.*\/api\/articles/s)
  expect(steps).not.toContain('>done<')
  const id = await create({ title: 'The first one' })
  expect(card(await dashboard(), 'First steps')).toMatch(/Write a document<\/a><span[^>]*>done</)
  await service.json(`/api/articles/${id}`, { method: 'PATCH', headers: eve, body: { status: 'published' } })
  expect(await dashboard()).not.toContain('First steps')
})

it('has the reader’s own drafts, what they have edited, and what everybody’s week brings', async () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  await create({ title: 'My draft' })
  await create({ title: 'Another’s draft' }, max)
  await create({ title: 'Goes out tomorrow', status: 'scheduled', scheduledAt: soon }, max)
  await create({ title: 'Goes out next year', status: 'scheduled', scheduledAt: '2099-01-01T00:00:00Z' }, max)
  const edited = await create({ title: 'Written by Max' }, max)
  await service.json(`/api/articles/${edited}`, { method: 'PATCH', headers: eve, body: { summary: 'Edited by Eve' } })
  const html = await dashboard()
  expect(card(html, 'My drafts')).toContain('My draft')
  expect(card(html, 'My drafts')).not.toMatch(/Another’s|Written by Max/)
  expect(card(html, 'Recently edited by me')).toMatch(/Written by Max.*My draft/s)
  expect(card(html, 'Scheduled for the next seven days')).toContain('Goes out tomorrow')
  expect(card(html, 'Scheduled for the next seven days')).not.toContain('next year')
})

it('tells of what could not be published at its time', async () => {
  const id = await create({ title: 'Stuck', status: 'scheduled', scheduledAt: '2099-01-01T00:00:00Z' })
  expect(await dashboard()).not.toContain('was not published at its scheduled time')
  await service.sql('UPDATE articles SET scheduled_at = ?1, published_at = ?1 WHERE id = ?2', Date.now() - 600_000, id)
  expect(await dashboard()).toMatch(/1 document was not published at its scheduled time.*Stuck/s)
})

it('tells of scheduled changes that were refused at their time, until they are changed', async () => {
  const id = await create({ title: 'Live', status: 'published', code: 'ABC-1' })
  const keep = (body: object) => service.json(`/api/articles/${id}?draft=true`, { method: 'PATCH', headers: eve, body })
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  expect((await keep({ code: 'ABC-2', scheduledAt: soon })).status).toBe(200)
  expect(card(await dashboard(), 'Scheduled for the next seven days')).toMatch(/Live.*changes pending/s)
  await create({ title: 'Takes the value', code: 'ABC-2' }, max)
  await service.sql('UPDATE content_drafts SET scheduled_at = ?1 WHERE document_id = ?2', Date.now() - 1000, id)
  await service.schedule()
  expect(await dashboard()).toMatch(/The changes to 1 document were refused at their scheduled time.*Live/s)
  expect((await keep({ code: 'ABC-3' })).status).toBe(200)
  expect(await dashboard()).not.toContain('were refused at their scheduled time')
})

it('has sections of plugins for whom they concern, and a note in place of one that fails', async () => {
  const html = await dashboard()
  expect(card(html, 'To do')).toContain('for eve')
  expect(html).not.toContain('For admins only')
  expect(html).not.toContain('Nothing to say')
  expect(html).toContain('Fails could not be loaded.')
  expect(await dashboard(as('admin'))).toContain('For admins only')
})

it('asks the database once', async () => {
  await dashboard()
  await service.observed()
  await dashboard()
  const { calls } = await service.observed()
  expect(calls.filter((statements) => statements.some(({ sql }) => /content|audit_log/.test(sql)))).toHaveLength(1)
})
