import { afterAll, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { filmWithPlaces, jpeg, PLACE, png, text } from './files.ts'
import { PACKAGE_KEY, startPackagedS3 } from './s3-package.ts'
import { mediaService, send, served, upload } from './service.ts'

const PART = 8 * 1024 * 1024
const editor = as('editor')

let s3: Awaited<ReturnType<typeof startPackagedS3>> | undefined
const service = mediaService(async () => {
  s3 = await startPackagedS3('media')
  const vars = { S3_ENDPOINT: s3.url, S3_ACCESS_KEY_ID: PACKAGE_KEY, S3_SECRET_ACCESS_KEY: PACKAGE_KEY }
  return { environment: 's3', vars }
})
afterAll(() => s3?.close())

describe('files in an S3 server that others wrote', () => {
  it('come back as they went in, whole and in ranges, and are gone when they are deleted', async () => {
    const bytes = png({ seed: 1 })
    const { body } = await upload(service, { bytes, type: 'image/png' })
    const whole = await served(service, body.data.url)
    expect([whole.status, whole.bytes]).toEqual([200, bytes])
    const etag = whole.headers.get('etag') ?? ''
    expect((await served(service, body.data.url, { 'if-none-match': etag })).status).toBe(304)
    const part = await served(service, body.data.url, { range: 'bytes=2-9' })
    const range = part.headers.get('content-range')
    expect([part.status, part.bytes, range]).toEqual([206, bytes.subarray(2, 10), `bytes 2-9/${bytes.length}`])
    await service.json(`/api/media/${body.data.id}`, { method: 'DELETE', headers: editor })
    expect((await served(service, body.data.url)).status).toBe(404)
  })

  it('are written in parts where they are large', async () => {
    const photo = jpeg({ data: new Uint8Array(11_000_000).fill(9), orientation: 6 })
    const { body } = await upload(service, { bytes: photo, type: 'image/jpeg' })
    const { bytes } = await served(service, body.data.url)
    expect(bytes.length).toBe(body.data.size)
    expect(Buffer.from(bytes.subarray(-1000)).equals(Buffer.from(photo.subarray(-1000)))).toBe(true)
  })

  it('are sent in parts, in any order', async () => {
    const film = filmWithPlaces(new Uint8Array(PART).map((_, index) => index % 251))
    const begun = await service.json('/api/media/uploads', {
      body: { filename: 'film.mp4', size: film.length, type: 'video/mp4' },
      headers: editor,
    })
    const at = (rest: string) => `/api/media/uploads/${begun.body.data.id}${rest}`
    for (const number of [2, 1]) {
      const bytes = film.subarray((number - 1) * PART, number * PART)
      const headers = { ...editor, 'content-length': String(bytes.length) }
      const sent = await send(service, at(`/parts/${number}`), { method: 'PUT', body: [bytes], headers })
      expect(sent.status).toBe(200)
    }
    const done = await service.json(at('/complete'), { method: 'POST', headers: editor })
    expect(done.status).toBe(201)
    const { bytes } = await served(service, done.body.data.url)
    expect([bytes.length, text(bytes).includes(PLACE)]).toEqual([film.length, false])
    expect(Buffer.from(bytes.subarray(500, PART)).equals(Buffer.from(film.subarray(500, PART)))).toBe(true)
  })

  it('are swept where nobody knows them', async () => {
    const { body } = await upload(service, { bytes: png({ seed: 2 }) })
    await service.sql('DELETE FROM media WHERE id = ?', body.data.id)
    await service.sql('DELETE FROM media_files WHERE filename = ?', body.data.filename)
    const swept = await service.json('/admin/media/sweep', { body: { olderThan: 0 }, headers: as('admin') })
    expect(swept.body.data.orphans).toContainEqual({ key: `media/${body.data.filename}`, size: body.data.size })
    expect((await served(service, body.data.url)).status).toBe(404)
  })
})
