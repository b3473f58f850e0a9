import { afterEach, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { bytesOf, jpeg, png } from './files.ts'
import { mediaService, send, served, upload } from './service.ts'

const service = mediaService({ faults: true })
const headers = as('editor')
const insertItem = 'insert into \\[media\\] '
const pdf = (seed: number) => ({ bytes: bytesOf('%PDF-1.7\n', `faults ${seed}`), name: `${seed}.pdf` })

afterEach(async () => {
  await service.fault('DB', null)
  await service.fault('MEDIA_BUCKET', null)
})

const remove = (id: string) => service.json(`/api/media/${id}`, { method: 'DELETE', headers })
const pending = () => service.sql<{ filename: string }>('SELECT filename FROM media_deletions')
/** Objects of the library that no row accounts for. */
const orphans = async () => {
  const body = { dryRun: true, olderThan: 0 }
  const answer = await service.json('/admin/media/sweep', { body, headers: as('admin') })
  return answer.body.data.orphans.map(({ key }: { key: string }) => key)
}
/** Rows whose bytes the storage does not have. */
const broken = async () => {
  const rows = await service.sql<{ url: string }>('SELECT url FROM media_files')
  const answers = await Promise.all(rows.map(({ url }) => served(service, url, headers)))
  return rows.filter((_, index) => answers[index]?.status !== 200)
}

describe('an upload whose answer from the database is lost', () => {
  it('is done, and said to be', async () => {
    await service.fault('DB', 'lost', { matching: insertItem })
    const { status, body } = await upload(service, pdf(1))
    expect(status).toBe(201)
    expect((await served(service, body.data.url)).bytes).toEqual(pdf(1).bytes)
    expect([await broken(), await orphans()]).toEqual([[], []])
  })

  it('keeps its bytes while nobody can say what has become of it', async () => {
    await service.fault('DB', 'lost', { matching: 'batch' })
    const { status, body, headers: sent } = await upload(service, pdf(2))
    expect([status, body.code, sent.get('retry-after')]).toEqual([503, 'database_unavailable', expect.any(String)])
    await service.fault('DB', null)
    expect(await broken()).toEqual([])
    const again = await upload(service, pdf(2))
    expect([again.status, (await served(service, again.body.data.url)).status]).toEqual([201, 200])
    expect(await orphans()).toEqual([])
  })

  it('leaves nothing where the database did not take it', async () => {
    const before = await service.sql('SELECT id FROM media')
    await service.fault('DB', 'down', { matching: 'from \\[media_files\\]' })
    expect((await upload(service, pdf(3))).status).toBe(503)
    await service.fault('DB', null)
    expect([await service.sql('SELECT id FROM media'), await orphans()]).toEqual([before, []])
  })

  it('is completed once, sent in parts', async () => {
    const bytes = jpeg({ data: new Uint8Array(5000).fill(77) })
    const sizes = { filename: 'a.jpg', size: bytes.length, type: 'image/jpeg' }
    const begun = await service.json('/api/media/uploads', { body: sizes, headers })
    const at = `/api/media/uploads/${begun.body.data.id}`
    await send(service, `${at}/parts/1`, {
      method: 'PUT',
      body: [bytes],
      headers: { ...headers, 'content-length': String(bytes.length) },
    })
    const finish = () => service.json(`${at}/complete`, { method: 'POST', headers })
    await service.fault('DB', 'lost', { matching: insertItem })
    const first = await finish()
    await service.fault('DB', null)
    const second = await finish()
    expect([first.status, second.status, second.body.data]).toEqual([201, 201, first.body.data])
    expect((await service.json(`${at}/complete`, { method: 'POST', headers: as('admin') })).status).toBe(404)
    expect([await broken(), await orphans()]).toEqual([[], []])
  })
})

describe('a storage that does its work and does not say so', () => {
  it('leaves nothing of an upload that is refused for it', async () => {
    await service.fault('MEDIA_BUCKET', 'lost', { matching: 'put' })
    const { status, body } = await upload(service, pdf(20))
    expect([status, body.code]).toEqual([503, 'storage_unavailable'])
    await service.fault('MEDIA_BUCKET', null)
    expect([await broken(), await orphans()]).toEqual([[], []])
    expect((await upload(service, pdf(20))).status).toBe(201)
  })

  it('is asked again for what is deleted', async () => {
    const { data } = (await upload(service, pdf(21))).body
    await service.fault('MEDIA_BUCKET', 'lost', { matching: 'delete' })
    expect([(await remove(data.id)).status, (await served(service, data.url)).status]).toEqual([204, 404])
    expect(await pending()).toEqual([{ filename: data.filename }])
    await service.fault('MEDIA_BUCKET', null)
    await service.sql('UPDATE media_deletions SET due_at = 0')
    await service.schedule()
    expect([await pending(), await orphans()]).toEqual([[], []])
  })
})

describe('bytes that the storage has lost', () => {
  it('come back with the next upload of the same file', async () => {
    const file = pdf(4)
    const { body } = await upload(service, file)
    const { url, filename } = body.data
    // As a fault of the storage would leave it: the row says that the file is there.
    await service.sql(`INSERT INTO media_deletions (filename, due_at) VALUES ('${filename}', 0)`)
    await service.schedule()
    expect((await served(service, url, { range: 'bytes=0-3' })).status).toBe(404)
    const again = await upload(service, file)
    expect([again.status, again.body.data.url, (await served(service, url)).bytes]).toEqual([201, url, file.bytes])
    expect(await orphans()).toEqual([])
  })
})

describe('a deleted file', () => {
  it('is not served any more, also while the storage does not delete it', async () => {
    const { data } = (await upload(service, { bytes: png({ width: 400, height: 300, seed: 5 }), name: 'a.png' })).body
    const addresses = [data.url, `/images/${data.filename}?w=160`, `/images/${data.filename}`]
    for (const url of addresses) expect((await served(service, url)).status).toBe(200)
    await service.fault('MEDIA_BUCKET', 'down', { matching: 'delete' })
    expect((await remove(data.id)).status).toBe(204)
    for (const url of addresses) {
      expect((await served(service, url)).status).toBe(404)
      expect((await served(service, url, { range: 'bytes=0-3' })).status).toBe(404)
    }
    expect(await pending()).toEqual([{ filename: data.filename }])
    await service.sql('UPDATE media_deletions SET due_at = 0')
    await service.schedule()
    const [left] = await service.sql<{ due_at: number; attempts: number }>('SELECT * FROM media_deletions')
    expect(left?.attempts).toBe(1)
    expect(left?.due_at).toBeGreaterThan(Date.now())
    await service.fault('MEDIA_BUCKET', null)
    await service.sql('UPDATE media_deletions SET due_at = 0')
    await service.schedule()
    expect([await pending(), await orphans()]).toEqual([[], []])
  })

  it('is gone, and said to be, when the answer from the database is lost', async () => {
    const { data } = (await upload(service, pdf(6))).body
    await service.fault('DB', 'lost', { matching: 'delete from \\[media\\] ' })
    expect((await remove(data.id)).status).toBe(204)
    await service.fault('DB', null)
    expect([await pending(), await orphans(), (await served(service, data.url)).status]).toEqual([[], [], 404])
  })

  it('stays where the database does not answer', async () => {
    const { data } = (await upload(service, pdf(7))).body
    await service.fault('DB', 'down', { matching: 'delete from \\[media\\] ' })
    expect((await remove(data.id)).status).toBe(503)
    await service.fault('DB', null)
    expect([(await served(service, data.url)).status, (await remove(data.id)).status]).toEqual([200, 204])
  })
})

describe('files are served', () => {
  it('while the database does not answer', async () => {
    const { data } = (await upload(service, pdf(8))).body
    await service.fault('DB', 'down', { matching: 'from \\[media_files\\]' })
    expect((await served(service, data.url)).status).toBe(200)
  })
})

describe('an item', () => {
  it('is not held by a document that is gone', async () => {
    const { data } = (await upload(service, pdf(9))).body
    const created = await service.json('/api/stories', { body: { title: 'Held', cover: data.id }, headers })
    expect([created.status, (await remove(data.id)).body.code]).toEqual([201, 'in_use'])
    const usages = await service.sql<{ document_id: string; field: string }>('SELECT * FROM media_usages')
    const gone = await service.json(`/api/stories/${created.body.data.id}`, { method: 'DELETE', headers })
    const { body } = await remove(data.id) // it can be restored
    expect([gone.status, body.code, body.detail]).toEqual([204, 'in_use', expect.stringContaining('in the trash')])
    const purged = await service.json(`/api/stories/trash/${created.body.data.id}`, { method: 'DELETE', headers })
    expect([purged.status, await service.sql('SELECT 1 FROM media_usages')]).toEqual([204, []])
    // As a program left it that wrote down usages after the change.
    for (const { document_id, field } of usages) {
      await service.sql(`INSERT INTO media_usages VALUES (?1, 'stories', ?2, ?3)`, data.id, document_id, field)
    }
    expect((await remove(data.id)).status).toBe(204)
  })
})
