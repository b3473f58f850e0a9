import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { signedIn } from '../core-auth/people.ts'

type Headers = Record<string, string>

let service: Service
let editor: Headers
let admin: Headers

beforeAll(async () => {
  service = await startService({
    vars: { JWT_SECRET: 'a secret of the tests that is long enough for HS256', RESEND_API_KEY: 're_test' },
  })
  await service.fetch('/api/health')
  const headersOf = async (role: string) => ({ authorization: `Bearer ${(await signedIn(service, role)).token}` })
  editor = await headersOf('editor')
  admin = await headersOf('admin')
})
afterAll(() => service.dispose())

const send = (path: string, body: object = {}, headers = editor) =>
  service.json(`/admin/releases${path}`, { method: 'POST', headers, body })
const draft = async (title: string, collection = 'posts') => {
  const answer = await service.json(`/api/${collection}`, { headers: editor, body: { title } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return { collection, id: answer.body.data.id as string }
}
const statusOf = async ({ collection, id }: { collection: string; id: string }) =>
  (await service.json(`/api/${collection}/${id}`, { headers: editor })).body.data.status

/** A release of new documents of two collections. */
const release = async (title: string, ...documents: { collection: string; id: string }[]) => {
  const { id } = (await send('', { title })).body.data
  for (const { collection, id: document } of documents) {
    const body = { release: id, document: `${collection}/${document}` }
    const added = await service.json('/admin/release-documents', { method: 'POST', headers: editor, body })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
  }
  return id as string
}
const read = async (id: string) => (await service.json(`/admin/releases/${id}`, { headers: editor })).body.data
/** Lets the time of a scheduled release pass. */
const comeDue = async (id: string) => {
  await service.sql('UPDATE releases SET scheduled_at = ? WHERE id = ?', Date.now() - 1000, id)
  await service.schedule()
}
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

describe('a release', () => {
  it('publishes its documents of all collections at once, each as if alone', async () => {
    const documents = [await draft('One'), await draft('Two'), await draft('Three', 'pages')]
    const id = await release('Relaunch', ...documents)
    const answer = await send(`/${id}/publish`)
    expect([answer.status, answer.body.data.status]).toEqual([200, 'published'])
    expect(await Promise.all(documents.map(statusOf))).toEqual(['published', 'published', 'published'])
    const lines = await service.sql<{ document_id: string }>(
      `SELECT document_id FROM audit_log WHERE action = 'content.publish' AND document_id IN (?, ?, ?)`,
      ...documents.map((document) => document.id),
    )
    expect(lines).toHaveLength(3)
    const anonymous = await service.json('/api/pages?fields=title')
    expect(anonymous.body.data.map(({ title }: { title: string }) => title)).toContain('Three')
    expect((await send(`/${id}/publish`)).body.code).toBe('invalid_transition')
  })

  it('publishes the pending changes of a published document with the rest', async () => {
    const live = await draft('Live')
    const path = `/api/posts/${live.id}`
    await service.json(path, { method: 'PATCH', headers: editor, body: { status: 'published' } })
    const add = (body: object) =>
      service.json('/admin/release-documents', {
        method: 'POST',
        headers: editor,
        body: { ...body, document: `posts/${live.id}` },
      })
    const nothing = await add({ title: 'Refused' })
    expect([nothing.status, nothing.body.detail]).toEqual([409, expect.stringContaining('no pending changes')])
    expect((await service.json('/admin/releases', { headers: editor })).body.data).not.toContainEqual(
      expect.objectContaining({ title: 'Refused' }),
    )
    const keep = (title: string) =>
      service.json(`${path}?draft=true`, { method: 'PATCH', headers: editor, body: { title } })
    await keep('Live, changed')
    const fresh = await draft('Fresh')
    const id = await release('With changes', live, fresh)
    expect((await read(id)).items).toMatchObject([{ status: 'published', hasDraft: true }, { hasDraft: false }])
    const review = await service.json('/api/workflow/reviews', {
      headers: editor,
      body: { collection: 'posts', documentId: live.id },
    })
    const refused = await send(`/${id}/publish`)
    expect(refused.body.errors).toMatchObject([{ path: `posts/${live.id}`, code: 'invalid_transition' }])
    expect(await statusOf(fresh)).toBe('draft')
    await service.json(`/admin/workflow/${review.body.data.id}/approve`, { method: 'POST', headers: admin, body: {} })
    expect((await send(`/${id}/publish`)).status).toBe(200)
    const { data } = (await service.json(path, { headers: editor })).body
    expect(data).toMatchObject({ title: 'Live, changed', hasDraft: false, version: 3 })
    expect(await statusOf(fresh)).toBe('published')
  })

  it('publishes nothing when one document is refused, and says which and why', async () => {
    const [free, reviewed] = [await draft('Free'), await draft('Under review')]
    const id = await release('Blocked', free, reviewed)
    const body = { collection: 'posts', documentId: reviewed.id }
    const review = await service.json('/api/workflow/reviews', { headers: editor, body })
    const refused = await send(`/${id}/publish`)
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition'])
    expect(refused.body.errors).toEqual([
      { path: `posts/${reviewed.id}`, code: 'invalid_transition', message: expect.stringContaining('under review') },
    ])
    expect(await statusOf(free)).toBe('draft')
    expect((await send(`/${id}/schedule`, { scheduledAt: TOMORROW })).status).toBe(409)
    await service.json(`/admin/workflow/${review.body.data.id}/approve`, { method: 'POST', headers: admin, body: {} })
    expect((await send(`/${id}/publish`)).status).toBe(200)
    expect(await statusOf(free)).toBe('published')
  })

  it('goes out at its time, as the account that scheduled it', async () => {
    const documents = [await draft('At its time'), await draft('With it', 'pages')]
    const id = await release('Tomorrow', ...documents)
    const scheduled = await send(`/${id}/schedule`, { scheduledAt: TOMORROW })
    expect(scheduled.body.data).toMatchObject({ status: 'scheduled', scheduledAt: TOMORROW })
    const more = await draft('Too late')
    const body = { release: id, document: `posts/${more.id}` }
    const added = await service.json('/admin/release-documents', { method: 'POST', headers: editor, body })
    expect(added.body.detail).toContain('cancel its schedule')
    await service.schedule()
    expect((await read(id)).status).toBe('scheduled')
    const week = await service.json(`/admin/calendar?view=week&date=${TOMORROW.slice(0, 10)}`, { headers: editor })
    expect(week.body.data.planned).toEqual([
      { label: 'Releases', title: 'Tomorrow', path: `/admin/releases/${id}`, at: TOMORROW },
    ])
    await comeDue(id)
    expect((await read(id)).status).toBe('published')
    expect(await Promise.all(documents.map(statusOf))).toEqual(['published', 'published'])
    const lines = await service.sql<{ email: string }>(
      `SELECT actor_email AS email FROM audit_log WHERE action = 'content.publish' AND document_id = ?`,
      documents[0]?.id,
    )
    const [person] = await service.sql<{ email: string }>(
      'SELECT email FROM users WHERE id = (SELECT scheduled_by FROM releases WHERE id = ?)',
      id,
    )
    expect(lines).toEqual([person])
  })

  it('that cannot go out at its time is a draft again, with the reasons, and nothing of it is public', async () => {
    const [kept, gone] = [await draft('Kept'), await draft('Deleted meanwhile')]
    const id = await release('Late', kept, gone)
    await send(`/${id}/schedule`, { scheduledAt: TOMORROW })
    await service.json(`/api/posts/${gone.id}`, { method: 'DELETE', headers: editor })
    await comeDue(id)
    const after = await read(id)
    expect(after).toMatchObject({ status: 'draft', scheduledAt: null, failedAt: expect.any(String) })
    expect(after.failures).toEqual([
      { collection: 'posts', id: gone.id, message: expect.stringContaining('There is no') },
    ])
    expect(after.items.map(({ status }: { status: string | null }) => status)).toEqual(['draft', null])
    expect(await statusOf(kept)).toBe('draft')
    const home = await (await service.fetch('/admin/', { headers: { ...editor, accept: 'text/html' } })).text()
    expect(home).toMatch(/<h2>Releases<\/h2>.*Late.*not published/s)
    expect((await send(`/${id}/remove`, { document: gone.id })).status).toBe(200)
    expect((await send(`/${id}/publish`)).body.data).toMatchObject({ status: 'published', failedAt: null })
  })

  it('asks who publishes it for each document: a role that lost the right publishes nothing', async () => {
    const document = await draft('Of somebody who may no longer')
    const person = await signedIn(service, 'editor')
    const headers = { authorization: `Bearer ${person.token}` }
    const id = await release('Of a former editor', document)
    expect((await send(`/${id}/schedule`, { scheduledAt: TOMORROW }, headers)).status).toBe(200)
    await service.sql(
      'UPDATE users SET role = ? WHERE id = (SELECT scheduled_by FROM releases WHERE id = ?)',
      'viewer',
      id,
    )
    await comeDue(id)
    expect((await read(id)).failures[0].message).toContain('does not allow')
    expect(await statusOf(document)).toBe('draft')
  })

  it('is canceled, and only then deleted; its documents stay', async () => {
    const document = await draft('Stays')
    const id = await release('Canceled', document)
    expect((await send(`/${id}/schedule`, { scheduledAt: '2020-01-01T00:00:00Z' })).status).toBe(422)
    await send(`/${id}/schedule`, { scheduledAt: TOMORROW })
    expect((await send(`/${id}/delete`)).status).toBe(409)
    expect((await send(`/${id}/cancel`)).body.data.status).toBe('draft')
    expect((await send(`/${id}/delete`)).status).toBe(200)
    expect((await service.json(`/admin/releases/${id}`, { headers: editor })).status).toBe(404)
    expect(await statusOf(document)).toBe('draft')
  })

  it('takes what can be published, and publishes nothing that is empty', async () => {
    const id = await release('Empty')
    expect((await send(`/${id}/publish`)).body.detail).toContain('no documents')
    const add = (document: string) =>
      service.json('/admin/release-documents', { method: 'POST', headers: editor, body: { release: id, document } })
    expect((await add('posts/nothing')).status).toBe(404)
    const author = await service.json('/api/authors', { headers: editor, body: { name: 'Ada' } })
    expect((await add(`authors/${author.body.data.id}`)).body.code).toBe('invalid_transition')
    expect((await send('', { title: ' ' })).status).toBe(422)
  })
})
