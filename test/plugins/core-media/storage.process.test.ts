import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import type { Service } from '../../harness/service.ts'
import {
  boxesOf,
  bytesOf,
  filmWithPlaces,
  gif,
  gpsBlock,
  jpeg,
  jpegSegment,
  mp4,
  PLACE,
  png,
  pngChunk,
  riffChunk,
  text,
  vp8x,
  webp,
} from './files.ts'
import { ACCESS_KEY, type S3Server, SECRET_KEY, startS3 } from './s3-server.ts'
import { mediaService, send, served, upload } from './service.ts'

const PART = 8 * 1024 * 1024
const editor = as('editor')

let s3: S3Server | undefined
const onR2 = mediaService()
const onS3 = mediaService(async () => {
  s3 = await startS3('media')
  const vars = { S3_ENDPOINT: s3.url, S3_ACCESS_KEY_ID: ACCESS_KEY, S3_SECRET_ACCESS_KEY: SECRET_KEY }
  return { environment: 's3', vars }
})
afterAll(() => s3?.close())

describe.each<[string, Service]>([
  ['R2', onR2],
  ['S3', onS3],
])('files in %s', (_name, service) => {
  const large = jpeg({ data: new Uint8Array(11_000_000).fill(9), orientation: 6 })
  const begin = (body: object, headers = editor) => service.json('/api/media/uploads', { body, headers })
  const at = (id: string, rest = '') => `/api/media/uploads/${id}${rest}`
  const put = (id: string, number: number, bytes: Uint8Array, headers: Record<string, string> = editor) =>
    send(service, at(id, `/parts/${number}`), {
      method: 'PUT',
      body: [bytes],
      headers: { ...headers, 'content-length': String(bytes.length) },
    })
  const finish = (id: string) => service.json(at(id, '/complete'), { method: 'POST', headers: editor })
  const sweep = (body: object, headers = as('admin')) => service.json('/admin/media/sweep', { body, headers })

  it('come back as they went in', async () => {
    const bytes = png({ seed: 1 })
    const { body } = await upload(service, { bytes, type: 'image/png' })
    const { status, headers, bytes: back } = await served(service, body.data.url)
    expect([status, back, headers.get('content-type')]).toEqual([200, bytes, 'image/png'])
    const etag = headers.get('etag') ?? ''
    expect((await served(service, body.data.url, { 'if-none-match': etag })).status).toBe(304)
    const part = await served(service, body.data.url, { range: 'bytes=2-9' })
    expect([part.status, part.bytes, part.headers.get('content-range')]).toEqual([
      206,
      bytes.subarray(2, 10),
      `bytes 2-9/${bytes.length}`,
    ])
    const head = await service.fetch(body.data.url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  it('that are larger than a part are written in parts', async () => {
    const { body } = await upload(service, { bytes: large, type: 'image/jpeg' })
    const { bytes } = await served(service, body.data.url)
    expect(bytes.length).toBe(body.data.size)
    expect(Buffer.from(bytes.subarray(-1000))).toEqual(Buffer.from(large.subarray(-1000)))
    const again = await upload(service, { bytes: large, type: 'image/jpeg' })
    expect(again.body.data.url).toBe(body.data.url)
  })

  it('are gone when they are deleted', async () => {
    const { body } = await upload(service, { bytes: png({ seed: 3 }) })
    await service.json(`/api/media/${body.data.id}`, { method: 'DELETE', headers: editor })
    expect((await served(service, body.data.url)).status).toBe(404)
  })

  describe('sent in parts', () => {
    const film = mp4({ width: 1920, height: 1080, data: new Uint8Array(PART + 1000).map((_, index) => index % 251) })
    const parts = [film.subarray(0, PART), film.subarray(PART)] as const
    const film2 = { filename: 'film.mp4', size: film.length, type: 'video/mp4', folder: 'films' }

    it('become an item, in whatever order and however often a part comes', async () => {
      const begun = await begin(film2)
      expect(begun.status).toBe(201)
      const { id } = begun.body.data
      expect(begun.headers.get('location')).toBe(at(id))
      expect(begun.body.data).toEqual({
        id,
        size: film.length,
        partSize: PART,
        parts: 2,
        received: [],
        expiresAt: expect.any(String),
      })
      const sent = await put(id, 2, parts[1])
      expect([sent.status, sent.body.data]).toEqual([
        200,
        { number: 2, sha256: createHash('sha256').update(parts[1]).digest('hex') },
      ])
      await put(id, 2, parts[1])
      expect((await service.json(at(id), { headers: editor })).body.data.received).toEqual([2])
      const early = await finish(id)
      expect([early.status, early.body.code]).toEqual([422, 'validation_failed'])
      await put(id, 1, parts[0])
      const done = await finish(id)
      expect([done.status, done.body.data]).toEqual([
        201,
        {
          id: expect.any(String),
          filename: expect.stringMatching(/\.mp4$/),
          url: expect.any(String),
          size: film.length,
          type: 'video/mp4',
        },
      ])
      expect(Buffer.from((await served(service, done.body.data.url)).bytes).equals(Buffer.from(film))).toBe(true)
      const item = await service.json(`/api/media/${done.body.data.id}`, { headers: editor })
      expect(item.body.data).toMatchObject({
        originalName: 'film.mp4',
        folder: 'films',
        width: 1920,
        height: 1080,
        metadata: { duration: 2.5 },
      })
      expect((await service.json(at(id), { headers: editor })).status).toBe(404)
    })

    it('are stored once for the same bytes', async () => {
      const urls = []
      for (let round = 0; round < 2; round += 1) {
        const { id } = (await begin(film2)).body.data
        await Promise.all(parts.map((bytes, index) => put(id, index + 1, bytes)))
        urls.push((await finish(id)).body.data.url)
      }
      expect(urls[0]).toBe(urls[1])
      expect((await served(service, urls[0])).status).toBe(200)
    })

    it('are completed once, however many ask', async () => {
      const bytes = bytesOf('%PDF-1.7\n', String(Math.random()))
      const { id } = (await begin({ filename: 'a.pdf', size: bytes.length, type: 'application/pdf' })).body.data
      await put(id, 1, bytes)
      const answers = await Promise.all(Array.from({ length: 4 }, () => finish(id)))
      expect(answers.every(({ status }) => [201, 409].includes(status))).toBe(true)
      const done = answers.filter(({ status }) => status === 201)
      expect(new Set(done.map(({ body }) => body.data.id))).toEqual(new Set([id]))
      const items = await service.sql(
        'SELECT id FROM media WHERE file_id = (SELECT file_id FROM media WHERE id = ?)',
        id,
      )
      expect(items).toEqual([{ id }])
    })

    it('lose private metadata before anybody sees them', async () => {
      const photo = jpeg({ width: 600, height: 400, orientation: 6, data: new Uint8Array(PART).fill(3) })
      const { id } = (await begin({ filename: 'me.jpg', size: photo.length, type: 'image/jpeg', private: true })).body
        .data
      await put(id, 1, photo.subarray(0, PART))
      await put(id, 2, photo.subarray(PART))
      const { body } = await finish(id)
      const { status, bytes } = await served(service, body.data.url)
      expect([status, bytes.length]).toEqual([200, body.data.size])
      expect(text(bytes.subarray(0, 2000))).not.toContain(PLACE)
      const item = await service.json(`/api/media/${body.data.id}`, { headers: editor })
      expect(item.body.data).toMatchObject({ width: 400, height: 600, private: true })
      expect(item.body.data.metadata.orientation).toBe(6)
      const left = await sweep({ dryRun: true, olderThan: 0 })
      // A thumbnail may have been made while its file was deleted.
      const files = left.body.data.orphans.filter(({ key }: { key: string }) => key.startsWith('media/'))
      expect(files).toEqual([])
    })

    const sendWhole = async (bytes: Uint8Array, type: string, isPrivate = false) => {
      const { body } = await begin({ filename: 'sent', size: bytes.length, type, private: isPrivate })
      for (let start = 0; start < bytes.length; start += PART) {
        await put(body.data.id, start / PART + 1, bytes.subarray(start, start + PART))
      }
      const done = await finish(body.data.id)
      expect([done.status, done.body.code]).toEqual([201, undefined])
      return done.body.data
    }
    const blanked = (bytes: Uint8Array) => {
      const plain = boxesOf(bytes).map(({ path, body }) => [path, body.every((byte) => byte === 0)])
      return plain.map(([path, isEmpty]) => (isEmpty ? `${path} 0` : path))
    }
    const BLANKED = [
      ...['ftyp', 'free 0', 'mdat', 'moov', 'moov/mvhd', 'moov/trak', 'moov/trak/tkhd', 'moov/trak/free 0'],
      ...['moov/trak/free 0', 'moov/free 0', 'moov/free 0', 'moov/uuid', 'free 0'],
    ]

    it.each([
      ['a small film', 3000, false],
      ['a film of two parts', PART, false],
      ['a private film', 3000, true],
    ])('say nothing about places when they are served: %s', async (_name, length, isPrivate) => {
      const data = new Uint8Array(length).map((_, index) => 1 + ((index * 7 + length) % 250))
      const given = filmWithPlaces(data)
      const { id, url, size } = await sendWhole(given, 'video/mp4', isPrivate)
      expect(size).toBe(given.length)
      const item = await service.json(`/api/media/${id}`, { headers: editor })
      expect(item.body.data.metadata).toEqual({ duration: 2.5 })
      expect(url.includes('signature=')).toBe(isPrivate)
      const first = await served(service, url)
      const whole = first.bytes
      expect([first.status, whole.length]).toEqual([200, given.length])
      expect(first.headers.get('content-length')).toBe(String(given.length))
      expect(text(whole).includes(PLACE)).toBe(false)
      expect(blanked(whole)).toEqual(BLANKED)
      const kept = ['ftyp', 'mdat', 'moov/mvhd', 'moov/trak/tkhd', 'moov/uuid']
      const bodiesOf = (file: Uint8Array) =>
        boxesOf(file)
          .filter(({ path }) => kept.includes(path))
          .map(({ offset, body }) => [offset, Buffer.from(body).toString('base64')])
      expect(bodiesOf(whole)).toEqual(bodiesOf(given))
      // A form cleans on the way in what is left out here on the way out.
      const form = await upload(service, { bytes: given, type: 'video/mp4' })
      expect(Buffer.from((await served(service, form.body.data.url)).bytes).equals(Buffer.from(whole))).toBe(true)
      // Again, which may come from memory; by every kind of range; and where a condition does not hold.
      expect(Buffer.from((await served(service, url)).bytes).equals(Buffer.from(whole))).toBe(true)
      const starts = boxesOf(given).flatMap(({ path, offset }) => (path.includes('/') ? [] : [offset]))
      const last = given.length - 1
      const ranges = [
        ...starts.flatMap((start) => [
          [start, last],
          [start + 3, start + 5],
          [start + 6, start + 40],
        ]),
        [0, 50],
      ]
      for (const [from = 0, asked = 0] of ranges) {
        const to = Math.min(asked, last)
        const part = await served(service, url, { range: `bytes=${from}-${to}` })
        expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${given.length}`])
        expect(Buffer.from(part.bytes).equals(Buffer.from(whole.subarray(from, to + 1)))).toBe(true)
      }
      const suffix = await served(service, url, { range: 'bytes=-30', 'if-range': first.headers.get('etag') ?? '' })
      expect(suffix.bytes).toEqual(whole.subarray(-30))
      const stale = await served(service, url, { range: 'bytes=-30', 'if-range': '"another"' })
      expect([stale.status, text(stale.bytes).includes(PLACE)]).toEqual([200, false])
      const old = await served(service, url, { 'if-none-match': '"another"' })
      expect([old.status, text(old.bytes).includes(PLACE)]).toEqual([200, false])
    })

    it('are not served while nobody has written down what is private in them', async () => {
      const { url, filename } = await sendWhole(filmWithPlaces(new Uint8Array(500).fill(77)), 'video/mp4')
      await service.sql('DELETE FROM media WHERE file_id IN (SELECT id FROM media_files WHERE filename = ?)', filename)
      await service.sql('DELETE FROM media_files WHERE filename = ?', filename)
      expect((await served(service, url)).status).toBe(404)
      await sweep({ olderThan: 0 })
    })

    it.each([
      [
        'a photograph of 19 MB',
        'image/jpeg',
        jpeg({
          segments: [
            jpegSegment(0xe1, 'Exif', 0, 0, gpsBlock()),
            jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/', 0, `<exif:GPSLatitude>${PLACE}</exif:GPSLatitude>`),
            jpegSegment(0xed, 'Photoshop 3.0', 0, PLACE),
          ],
          data: new Uint8Array(19_000_000).fill(0x5a),
          trailer: jpeg({ orientation: 6 }),
        }),
      ],
      [
        'a PNG picture',
        'image/png',
        png({
          seed: 7,
          chunks: [pngChunk('eXIf', gpsBlock()), pngChunk('iTXt', 'XML:com.adobe.xmp', 0, 0, 0, 0, 0, PLACE)],
        }),
      ],
      [
        'a WebP picture',
        'image/webp',
        webp(
          vp8x(50, 40, 0x0c),
          riffChunk('VP8L', bytesOf(0x2f, 'not really')),
          riffChunk('EXIF', gpsBlock()),
          riffChunk('XMP ', bytesOf(PLACE)),
        ),
      ],
      [
        'a GIF picture',
        'image/gif',
        bytesOf(gif().subarray(0, 13), 0x21, 0xfe, 48, gpsBlock().subarray(-48), 0, gif().subarray(13)),
      ],
    ])('keep their pixels and no place: %s', async (_name, type, given) => {
      const coordinates = Buffer.from(gpsBlock()).subarray(-48)
      expect(Buffer.from(given).includes(coordinates)).toBe(true)
      const { url } = await sendWhole(given, type)
      const bytes = Buffer.from((await served(service, url)).bytes)
      expect([bytes.includes(coordinates), bytes.includes(PLACE)]).toEqual([false, false])
      // No EXIF at all where the picture stands upright, but for the empty block that keeps a WebP file's length.
      expect(bytes.includes(Buffer.of(0x88, 0x25, 0, 4))).toBe(false)
    })

    it('are refused where they are not what was announced', async () => {
      const { id } = (await begin(film2)).body.data
      expect((await put(id, 1, parts[0].subarray(1))).status).toBe(422)
      expect((await put(id, 3, parts[0])).status).toBe(422)
      expect((await put(id, 0, parts[0])).status).toBe(404)
      const wrong = await put(id, 1, new Uint8Array(PART))
      expect([wrong.status, wrong.body.code]).toEqual([415, 'file_type_mismatch'])
      const streamed = (bytes: Uint8Array) =>
        send(service, at(id, '/parts/1'), { method: 'PUT', body: [bytes], headers: editor })
      expect((await streamed(bytesOf(parts[0], 'more'))).status).toBe(422)
      expect((await streamed(parts[0].subarray(0, 5000))).status).toBe(422)
      expect((await service.json(at(id), { headers: editor })).body.data.received).toEqual([])
      expect((await streamed(parts[0])).status).toBe(200)
    })

    it('are refused where they are a damaged picture, and nothing of it is served', async () => {
      const bytes = jpeg({ orientation: 6 })
      bytes[5] = 1 // a segment shorter than its own length
      const { id } = (await begin({ filename: 'damaged.jpg', size: bytes.length, type: 'image/jpeg' })).body.data
      expect((await put(id, 1, bytes)).status).toBe(200)
      const { status, body } = await finish(id)
      expect([status, body.code]).toEqual([415, 'file_type_mismatch'])
      expect(await service.sql('SELECT id FROM media WHERE original_name = ?', 'damaged.jpg')).toEqual([])
    })

    it.each([
      [{ ...film2, size: 20_000_001 }, 413],
      [{ ...film2, type: 'text/html' }, 415],
      [{ ...film2, size: 0 }, 422],
      [{ ...film2, folder: '..' }, 422],
      [{ ...film2, more: 1 }, 422],
    ])('are not begun: %j', async (body, status) => {
      expect((await begin(body)).status).toBe(status)
    })

    it('are their sender’s own', async () => {
      const { id } = (await begin(film2)).body.data
      const other = as('editor', 'other')
      expect((await service.json(at(id), { headers: other })).status).toBe(404)
      expect((await put(id, 1, parts[0], other)).status).toBe(404)
      expect((await begin(film2, as('viewer'))).status).toBe(403)
    })

    it('can be given up', async () => {
      const { id } = (await begin(film2)).body.data
      await put(id, 1, parts[0])
      expect((await service.json(at(id), { method: 'DELETE', headers: editor })).status).toBe(204)
      expect((await put(id, 2, parts[1])).status).toBe(404)
    })

    it('are not given up while they are being completed', async () => {
      for (let round = 0; round < 6; round += 1) {
        const bytes = bytesOf('%PDF-1.7\n', String(Math.random()))
        const { id } = (await begin({ filename: 'a.pdf', size: bytes.length, type: 'application/pdf' })).body.data
        await put(id, 1, bytes)
        const drop = () => service.json(at(id), { method: 'DELETE', headers: editor })
        const [done, dropped] = await Promise.all([finish(id), drop()])
        // Whoever comes first; what is an item keeps its bytes.
        expect([done.status, dropped.status].filter((status) => status < 300)).toHaveLength(1)
        if (done.status === 201) expect((await served(service, done.body.data.url)).bytes).toEqual(bytes)
      }
      const { id } = (await begin(film2)).body.data
      await service.sql('UPDATE media_uploads SET leased_until = ? WHERE id = ?', Date.now() + 60_000, id)
      const refused = await service.json(at(id), { method: 'DELETE', headers: editor })
      expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
      await service.sql('UPDATE media_uploads SET leased_until = NULL WHERE id = ?', id)
      expect((await service.json(at(id), { method: 'DELETE', headers: editor })).status).toBe(204)
    })

    it('are given up by themselves when nobody goes on', async () => {
      const { id } = (await begin(film2)).body.data
      await put(id, 1, parts[0])
      await service.schedule()
      expect((await service.json(at(id), { headers: editor })).status).toBe(200)
      await service.sql('UPDATE media_uploads SET expires_at = 1')
      await service.schedule()
      expect((await service.json(at(id), { headers: editor })).status).toBe(404)
      if (service === onS3) expect(s3?.uploads.size).toBe(0)
    })
  })

  it('without a row are swept, and no others', async () => {
    const kept = await Promise.all(
      Array.from({ length: 6 }, (_, seed) => upload(service, { bytes: png({ seed: 100 + seed }) })),
    )
    const lost = await Promise.all(
      Array.from({ length: 6 }, (_, seed) => upload(service, { bytes: png({ seed: 200 + seed }) })),
    )
    for (const { body } of lost) {
      await service.sql('DELETE FROM media WHERE id = ?', body.data.id)
      await service.sql('DELETE FROM media_files WHERE filename = ?', body.data.filename)
    }
    const expected = lost.map(({ body }) => ({ key: `media/${body.data.filename}`, size: body.data.size }))
    // Thumbnails may have been made of them meanwhile, which go as well.
    const sorted = (orphans: { key: string }[]) =>
      orphans.filter(({ key }) => key.startsWith('media/')).toSorted((a, b) => (a.key < b.key ? -1 : 1))
    await service.schedule()
    expect((await sweep({})).body.data.orphans).toEqual([]) // young ones are left alone
    const dry = await sweep({ dryRun: true, olderThan: 0 })
    expect(dry.body).toMatchObject({ success: true, data: { cursor: null, checked: expect.any(Number) } })
    expect(sorted(dry.body.data.orphans)).toEqual(sorted(expected))
    for (const { body } of lost) expect((await served(service, body.data.url)).status).toBe(404)
    const done = await sweep({ olderThan: 0 })
    expect(sorted(done.body.data.orphans)).toEqual(sorted(expected))
    for (const { body } of lost) expect((await served(service, body.data.url)).status).toBe(404)
    for (const { body } of kept) expect((await served(service, body.data.url)).status).toBe(200)
    expect((await sweep({ olderThan: 0 })).body.data.orphans).toEqual([])
    expect((await sweep({}, editor)).status).toBe(403)
  })
})

describe('an S3 store', () => {
  it('is swept to its end by the trigger of a day, however many pages it has', async () => {
    const entry = {
      bytes: Buffer.from('lost'),
      type: 'image/png',
      etag: '"lost"',
      at: new Date(Date.now() - 90_000_000),
    }
    // A run of the sweep goes through twenty pages of four.
    const lost = Array.from({ length: 200 }, (_, index) => `media/${index.toString(16).padStart(32, '0')}.png`)
    const others = ['media/not-a-key.png', 'elsewhere/0.png', `media-derived/${'f'.repeat(32)}.png/x.png`]
    for (const place of [...lost, ...others]) s3?.objects.set(place, entry)
    const { body } = await upload(onS3, { bytes: png({ seed: 310 }), type: 'image/png' })
    const stored = s3?.objects.get(`media/${body.data.filename}`)
    if (stored) s3?.objects.set(`media/${body.data.filename}`, { ...stored, at: entry.at })
    await onS3.schedule()
    const left = [...lost, ...others].filter((place) => s3?.objects.has(place))
    expect(left).toEqual(['media/not-a-key.png', 'elsewhere/0.png'])
    expect((await served(onS3, body.data.url)).status).toBe(200)
  })

  it('that is busy is asked again', async () => {
    s3?.failNext(2)
    expect((await upload(onS3, { bytes: png({ seed: 300 }) })).status).toBe(201)
  })

  it('that refuses leaves nothing behind, and no secret in the answer', async () => {
    const before = await onS3.sql('SELECT count(*) AS n FROM media')
    s3?.failNext(20)
    const { status, body, headers } = await upload(onS3, { bytes: png({ seed: 301 }) })
    s3?.failNext(0)
    expect([status, body.code]).toEqual([503, 'storage_unavailable'])
    expect(body.detail).toContain('Try again')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.stringify(body)).not.toContain(SECRET_KEY)
    expect(JSON.stringify(onS3.logs)).not.toContain(SECRET_KEY)
    expect(await onS3.sql('SELECT count(*) AS n FROM media')).toEqual(before)
  })
})
