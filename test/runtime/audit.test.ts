import { expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')

/** Lines about a document, the newest first. */
async function lines(id: string) {
  const rows = await service.sql<{ action: string; changes: string | null; details: string | null }>(
    'SELECT action, changes, details FROM audit_log WHERE document_id = ? ORDER BY id DESC',
    id,
  )
  return rows.map(({ action, changes, details }) => ({
    action,
    changes: changes && JSON.parse(changes),
    details: details && JSON.parse(details),
  }))
}

test('a hidden field is named, never shown', async () => {
  const secretNote = 'the source is the mayor'
  const { body } = await service.json('/api/articles', { body: { title: 'Title A', secretNote }, headers: editor })
  const path = `/api/articles/${body.data.id}`
  await service.json(path, { method: 'PATCH', body: { secretNote: 'no, her deputy' }, headers: editor })
  await service.json(path, { method: 'PATCH', body: { title: 'Title B' }, headers: editor })
  const [renamed, changed, created] = await lines(body.data.id)
  expect(created?.changes.secretNote).toEqual({ hidden: true })
  expect(changed?.changes).toEqual({ secretNote: { hidden: true } })
  expect(renamed?.changes).toEqual({ title: { before: 'Title A', after: 'Title B' } })
})

test('a list of references, and a status', async () => {
  const topic = await service.json('/api/topics', { body: { name: 'Audited' }, headers: editor })
  const { body } = await service.json('/api/articles', { body: { title: 'Title C' }, headers: editor })
  const id = body.data.id
  const change = { topics: [topic.body.data.id], status: 'published' }
  expect((await service.json(`/api/articles/${id}`, { method: 'PATCH', body: change, headers: editor })).status).toBe(
    200,
  )
  const [published] = await lines(id)
  expect(published?.changes).toEqual({
    status: { before: 'draft', after: 'published' },
    topics: { before: [], after: [topic.body.data.id] },
  })
})

test('what goes with a deleted document gets a line of its own', async () => {
  const parent = await service.json('/api/topics', { body: { name: 'Parent' }, headers: editor })
  const child = await service.json('/api/topics', {
    body: { name: 'Child', parent: parent.body.data.id },
    headers: editor,
  })
  expect((await service.json(`/api/topics/${parent.body.data.id}`, { method: 'DELETE', headers: editor })).status).toBe(
    204,
  )
  const [gone] = await lines(child.body.data.id)
  expect(gone).toMatchObject({ action: 'content.delete', details: { deletedWith: parent.body.data.id } })
})

test('a write that is refused by the database leaves no line', async () => {
  const { body } = await service.json('/api/people', { body: { name: 'Once' }, headers: editor })
  await Promise.all(
    [1, 2, 3].map((n) =>
      service.json(`/api/people/${body.data.id}`, { method: 'PATCH', body: { name: `Once ${n}` }, headers: editor }),
    ),
  )
  const [row] = await service.sql<{ version: number }>('SELECT version FROM people WHERE id = ?', body.data.id)
  expect(await lines(body.data.id)).toHaveLength(row?.version ?? 0)
})
