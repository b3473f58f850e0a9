import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()

async function article(fields: object = {}) {
  const { body } = await service.json('/api/articles', {
    body: { title: `Title ${next()}`, ...fields },
    headers: editor,
  })
  return { ...body.data, path: `/api/articles/${body.data.id}` }
}

const patch = (path: string, body: object) => service.json(path, { method: 'PATCH', body, headers: editor })
const versionsOf = async (path: string) =>
  (await service.json(`${path}/versions`, { headers: editor })).body.data.map(
    ({ version }: { version: number }) => version,
  )

describe('versions', () => {
  test('are written with every change and listed newest first', async () => {
    const { path, id } = await article()
    await patch(path, { rating: 1 })
    const { status, body } = await service.json(`${path}/versions`, { headers: editor })
    expect(status).toBe(200)
    expect(body.data).toEqual([
      { id, status: 'draft', updatedAt: expect.any(String), updatedBy: 'eve', version: 2, draft: null, name: null },
      { id, status: 'draft', updatedAt: expect.any(String), updatedBy: 'eve', version: 1, draft: null, name: null },
    ])
    expect(body.pagination).toMatchObject({ page: 1, total: 2, totalPages: 1, hasNext: false })
  })

  test('are paged', async () => {
    const { path } = await article()
    await patch(path, {})
    const { body } = await service.json(`${path}/versions?limit=1&page=2`, { headers: editor })
    expect(body.data.map(({ version }: { version: number }) => version)).toEqual([1])
    expect(body.pagination).toMatchObject({ page: 2, limit: 1, total: 2, hasNext: false, hasPrev: true })
    const unknown = await service.json(`${path}/versions?pag=2`, { headers: editor })
    expect([unknown.status, unknown.body.detail]).toEqual([400, 'There is no parameter pag. Did you mean page?'])
    expect((await service.json(`${path}/versions?sort=id`, { headers: editor })).status).toBe(400)
  })

  test('read as the document was', async () => {
    const first = await article({ rating: 1, summary: 'first', extra: { a: 1 }, secretNote: 'hidden' })
    await patch(first.path, { rating: 2 })
    const { status, body } = await service.json(`${first.path}/versions/1`, { headers: editor })
    // What is pending today says nothing about it.
    const { path: _, hasDraft: __, ...document } = first
    expect([status, body.data]).toEqual([200, document])
  })

  test('carry an ETag', async () => {
    const { path } = await article()
    for (const address of [`${path}/versions`, `${path}/versions/1`]) {
      const etag = (await service.fetch(address, { headers: editor })).headers.get('etag') ?? ''
      const again = await service.fetch(address, { headers: { ...editor, 'if-none-match': etag } })
      expect([etag.length > 2, again.status]).toEqual([true, 304])
    }
  })

  test('the oldest go when there are more than the collection keeps', async () => {
    const { path, id } = await article()
    for (let rating = 1; rating <= 4; rating += 1) await patch(path, { rating })
    expect(await versionsOf(path)).toEqual([5, 4, 3])
    expect((await service.json(`${path}/versions/2`, { headers: editor })).status).toBe(404)
    expect(await service.sql('SELECT count(*) AS n FROM content_versions WHERE document_id = ?1', id)).toEqual([
      { n: 3 },
    ])
  })

  test.each(['0', '-1', 'x', '1.5', '99', '1e3', '9999999999999'])('version %s is 404', async (version) => {
    const { path } = await article()
    expect((await service.json(`${path}/versions/${version}`, { headers: editor })).status).toBe(404)
  })

  test('are for those who edit', async () => {
    const { path } = await article({ status: 'published' })
    expect((await service.json(`${path}/versions`)).status).toBe(401)
    for (const role of ['viewer', 'author']) {
      expect((await service.json(`${path}/versions`, { headers: as(role) })).status).toBe(403)
      expect((await service.json(`${path}/versions/1`, { headers: as(role) })).status).toBe(403)
    }
    expect((await service.json(`${path}/versions`, { headers: as('admin') })).status).toBe(200)
  })

  test('of what is not there are 404', async () => {
    for (const path of ['none/versions', 'none/versions/1']) {
      expect((await service.json(`/api/articles/${path}`, { headers: editor })).status).toBe(404)
    }
    const restored = await service.json('/api/articles/none/versions/1/restore', { method: 'POST', headers: editor })
    expect(restored.status).toBe(404)
  })

  test('go with their document', async () => {
    const { path, id } = await article()
    const count = async () => (await service.sql('SELECT 1 FROM content_versions WHERE document_id = ?1', id)).length
    await service.fetch(path, { method: 'DELETE', headers: editor })
    expect(await count()).toBe(1) // it can be restored from the trash
    await service.fetch(`/api/articles/trash/${id}`, { method: 'DELETE', headers: editor })
    expect(await count()).toBe(0)
  })
})

describe('restoring a version', () => {
  const restore = (path: string, version: number, headers: object = {}) =>
    service.json(`${path}/versions/${version}/restore`, { method: 'POST', headers: { ...editor, ...headers } })

  test('makes it a new version; the status stays, and so does what nobody reads', async () => {
    const { path, slug } = await article({ rating: 1, summary: 'first', links: ['a'], secretNote: 'hidden' })
    await patch(path, { rating: 2, summary: null, links: null, secretNote: 'other', title: 'Changed' })
    await patch(path, { status: 'published' })
    const { status, headers, body } = await restore(path, 1)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      version: 4,
      status: 'published',
      rating: 1,
      summary: 'first',
      links: ['a'],
      slug,
    })
    expect(headers.get('etag')).toBeTruthy()
    expect(await service.sql('SELECT secret_note FROM articles WHERE id = ?1', body.data.id)).toEqual([
      { secret_note: 'other' },
    ])
    expect(await versionsOf(path)).toEqual([4, 3, 2])
  })

  test('minds If-Match', async () => {
    const { path } = await article()
    await patch(path, {})
    expect((await restore(path, 1, { 'if-match': '"stale"' })).status).toBe(412)
  })

  test('brings lists of references back, and refuses what is gone', async () => {
    const topic = async () =>
      (await service.json('/api/topics', { body: { name: `T ${next()}` }, headers: editor })).body.data.id
    const [kept, gone] = [await topic(), await topic()]
    const { path } = await article({ topics: [kept] })
    await patch(path, { topics: [] })
    expect((await restore(path, 1)).body.data.topics).toEqual([kept])
    await patch(path, { topics: [gone] })
    await service.fetch(`/api/topics/${gone}`, { method: 'DELETE', headers: editor })
    const { status, body } = await restore(path, 4)
    expect([status, body.errors[0].path]).toEqual([422, 'topics.0'])
  })

  test('happens once for each Idempotency-Key', async () => {
    const { path } = await article({ rating: 1 })
    await patch(path, { rating: 2 })
    const key = { 'idempotency-key': `restore ${next()}` }
    const first = await restore(path, 1, key)
    const second = await restore(path, 1, key)
    expect(second.body).toEqual(first.body)
    expect(await versionsOf(path)).toEqual([3, 2, 1])
  })
})
