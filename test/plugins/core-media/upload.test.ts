import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { bytesOf, gif, jpeg, mp3, mp4, png, riffChunk, vp8x, wav, webp } from './files.ts'
import { formOf, mediaService, send, type TestFile, upload } from './service.ts'

const service = mediaService()
/** Takes PNG of at most 1,000 bytes. */
const narrow = mediaService({ environment: 'narrow' })

/** Files in the storage and the tables. */
async function stored() {
  const [row] = await service.sql<{ files: number; items: number }>(
    'SELECT (SELECT count(*) FROM media_files) AS files, (SELECT count(*) FROM media) AS items',
  )
  return row
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
}

describe('an upload', () => {
  it('answers what it has stored', async () => {
    const bytes = png({ seed: 1 })
    const { status, body } = await upload(service, { bytes, name: 'Eiffel Tower.png', type: 'image/png' })
    expect(status).toBe(201)
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        filename: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
        url: `/media/serve/${body.data.filename}`,
        size: bytes.length,
        type: 'image/png',
      },
    })
  })

  it('takes several files at once, and answers them in order', async () => {
    const files = [
      { bytes: png({ seed: 2 }), name: 'a.png', type: 'image/png' },
      { bytes: gif(), name: 'b.gif', type: 'image/gif' },
      { bytes: jpeg(), name: 'c.jpg', type: 'image/jpeg' },
    ]
    const { status, body } = await upload(service, files, { folder: 'press/2026' })
    expect(status).toBe(201)
    expect(body.data.map((item: { type: string }) => item.type)).toEqual(['image/png', 'image/gif', 'image/jpeg'])
  })

  it('keeps the same bytes once, for two items', async () => {
    const before = await stored()
    const file = { bytes: png({ seed: 3 }), name: 'one.png' }
    const [first, second] = [await upload(service, file), await upload(service, { ...file, name: 'two.png' })]
    expect(second.body.data.url).toBe(first.body.data.url)
    expect(second.body.data.id).not.toBe(first.body.data.id)
    const after = await stored()
    expect([after?.files, after?.items]).toEqual([(before?.files ?? 0) + 1, (before?.items ?? 0) + 2])
  })

  it.each([
    ['nobody', {}, 401],
    ['a viewer', as('viewer'), 403],
    ['an author', as('author'), 403],
  ])('is not for %s', async (_, headers, status) => {
    expect((await upload(service, { bytes: png() }, {}, headers as Record<string, string>)).status).toBe(status)
  })
})

/** The beginning of files of old office programs, alike in all. */
const COMPOUND = bytesOf(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, new Uint8Array(504))

function damaged(bytes: Uint8Array, at: number, ...values: readonly number[]): Uint8Array {
  const changed = bytes.slice()
  changed.set(values, at)
  return changed
}

describe('an upload that is refused', () => {
  const good = { bytes: png({ seed: 40 }), name: 'good.png', type: 'image/png' }
  const large = { bytes: bytesOf(png(), new Uint8Array(12_000_001)), name: 'large.png', type: 'image/png' }

  it.each<[string, TestFile, number, string]>([
    ['is too large', large, 413, 'file_too_large'],
    ['is of a type that is not taken', { bytes: bytesOf('GIF89a'), type: 'text/html' }, 415, 'unsupported_media_type'],
    ['is of no known type', { bytes: bytesOf(0, 1, 2, 3) }, 415, 'unsupported_media_type'],
    ['is a compound file that nobody calls Word', { bytes: COMPOUND, name: 'a.xls' }, 415, 'unsupported_media_type'],
    ['is a program', { bytes: bytesOf(0x7f, 'ELF', new Uint8Array(60)) }, 415, 'unsupported_media_type'],
    ['is not what it says', { bytes: gif(), name: 'a.png', type: 'image/png' }, 415, 'file_type_mismatch'],
    ['is HTML and says GIF', { bytes: bytesOf('<html>'), type: 'image/gif' }, 415, 'file_type_mismatch'],
    [
      'is a JPEG whose header is wrong',
      { bytes: damaged(jpeg({ orientation: 6 }), 5, 1), type: 'image/jpeg' },
      415,
      'file_type_mismatch',
    ],
    [
      'is a JPEG without a picture',
      { bytes: jpeg({ orientation: 6 }).subarray(0, 90), type: '' },
      415,
      'file_type_mismatch',
    ],
    [
      'is a PNG whose parts are wrong',
      { bytes: damaged(png({ seed: 4 }), 37, 0x80), type: 'image/png' },
      415,
      'file_type_mismatch',
    ],
    [
      'is a PNG cut to its head by a length',
      { bytes: bytesOf(png().subarray(0, 33), 0x7f, 0, 0, 0, 'tEXt', png()) },
      415,
      'file_type_mismatch',
    ],
    [
      'is a WebP that says it is empty',
      { bytes: damaged(webp(riffChunk('VP8L', bytesOf('pixels of it'))), 4, 0) },
      415,
      'file_type_mismatch',
    ],
    ['is a GIF without a picture', { bytes: damaged(gif(), 13, 0x3b), type: 'image/gif' }, 415, 'file_type_mismatch'],
    ['is empty', { bytes: bytesOf(), name: 'a.png', type: 'image/png' }, 415, 'file_type_mismatch'],
  ])('stores nothing, of good files beside it neither: %s', async (_, bad, status, code) => {
    const before = await stored()
    for (const files of [[bad], [good, bad], [bad, good]]) {
      const answer = await upload(service, files)
      expect([answer.status, answer.body.code]).toEqual([status, code])
    }
    expect(await stored()).toEqual(before)
  })

  it('begins one byte above the maximum', async () => {
    const picture = png({ seed: 41 })
    const whole = { bytes: bytesOf(picture, new Uint8Array(12_000_000 - picture.length)), type: 'image/png' }
    expect((await upload(service, whole)).status).toBe(201)
    const answer = await upload(service, { ...whole, bytes: bytesOf(whole.bytes, 0) })
    expect([answer.status, answer.body.code]).toEqual([413, 'file_too_large'])
  })

  it('reads no more than it must of a file that is too large', async () => {
    let sent = 0
    const boundary = 'xxx'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
    async function* body() {
      sent = 0
      yield bytesOf(head, png())
      for (; sent < 60_000_000; sent += 100_000) {
        yield new Uint8Array(100_000)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    }
    const answer = await send(narrow, '/api/media/upload', {
      body,
      headers: { ...as('editor'), 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    expect([answer.status, answer.body.code]).toEqual([413, 'file_too_large'])
    expect(sent).toBeLessThan(30_000_000)
  })

  it('is refused before it is read where the whole form says it is too large', async () => {
    const answer = await send(service, '/api/media/upload', {
      body: [],
      headers: { ...as('editor'), 'content-type': 'multipart/form-data; boundary=x', 'content-length': '30000001' },
    })
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
  })

  it('is refused where the files together are too large', async () => {
    const file = (seed: number) => ({ bytes: bytesOf(png({ seed }), new Uint8Array(11_000_000)), type: 'image/png' })
    const before = await stored()
    const encoded = new Response(formOf([file(1), file(2), file(3)]))
    const body = new Uint8Array(await encoded.arrayBuffer())
    // Without a length, as browsers send a stream.
    const answer = await send(service, '/api/media/upload', {
      body: [...chunksOf(body)],
      headers: { ...as('editor'), 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
    expect(await stored()).toEqual(before)
  })

  it.each([
    ['no file', [], {}, 'file'],
    ['too many files', Array.from({ length: 5 }, (_, seed) => ({ bytes: png({ seed }) })), {}, 'file'],
    ['an unknown field', [good], { title: 'x' }, 'title'],
    ['a folder that is none', [good], { folder: 'a/../b' }, 'folder'],
    ['private that is neither true nor false', [good], { private: 'maybe' }, 'private'],
  ])('names what is wrong with the form: %s', async (_, files, fields, path) => {
    const { status, body } = await upload(service, files, fields as unknown as Record<string, string>)
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([422, 'validation_failed', path])
  })

  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['a form without a boundary', 'multipart/form-data', '--x--', 415],
    ['an empty boundary', 'multipart/form-data; x=y', '--x--', 422],
    ['nothing', 'multipart/form-data; boundary=x', '', 422],
    [
      'half a form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nGIF89a',
      422,
    ],
    ['a part without headers', 'multipart/form-data; boundary=x', '--x\r\n\r\nGIF\r\n--x--\r\n', 422],
    [
      'a broken name',
      'multipart/form-data; boundary=x',
      "--x\r\nContent-Disposition: form-data; name=file; filename*=utf-8''%ZZ\r\n\r\na\r\n--x--\r\n",
      422,
    ],
    ['noise', 'multipart/form-data; boundary=x', '\0\u0001\u0002--x'.repeat(50), 422],
  ])('never ends in an internal error: %s', async (_, type, text, status) => {
    const headers = { ...as('editor'), 'content-type': type }
    expect((await send(service, '/api/media/upload', { body: [bytesOf(text)], headers })).status).toBe(status)
  })

  it.each([
    ['last', `filename="Strasse.gif"; filename*=UTF-8''Stra%C3%9Fe.gif`],
    ['first', `filename*=UTF-8''Stra%C3%9Fe.gif; filename="Strasse.gif"`],
  ])('has the name in all of its letters, wherever it stands: %s', async (_, names) => {
    const head = `--x\r\nContent-Disposition: form-data; name="file"; ${names}\r\nContent-Type: image/gif\r\n\r\n`
    const body = [bytesOf(head, gif(), '\r\n--x--\r\n')]
    const headers = { ...as('editor'), 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await send(service, '/api/media/upload', { body, headers })
    const stored = await service.sql('SELECT original_name AS name FROM media WHERE id = ?', answer.body.data?.id ?? '')
    expect([answer.status, stored]).toEqual([201, [{ name: 'Straße.gif' }]])
  })

  it('is held to what the environment allows', async () => {
    const answer = await upload(narrow, { bytes: gif(), type: 'image/gif' })
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
  })
})

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\ann\\me.png', 'me.png'],
    ['..', 'file'],
    ['a\u202egnp.exe.png', 'agnp.exe.png'],
    ['Ein Bild – schön.png', 'Ein Bild – schön.png'],
    [`${'x'.repeat(400)}.png`, `${'x'.repeat(251)}.png`],
  ])('%s is kept as a name only', async (name, kept) => {
    const { body } = await upload(service, { bytes: png({ seed: 50 }), name, type: 'image/png' })
    expect(body.data.filename).toMatch(/^[0-9a-f]{32}\.png$/)
    const [row] = await service.sql<{ name: string }>(
      'SELECT original_name AS name FROM media WHERE id = ?',
      body.data.id,
    )
    expect(row?.name).toBe(kept)
  })
})

describe('files of every type', () => {
  it.each<[string, Uint8Array, string]>([
    ['image/jpeg', jpeg(), 'jpg'],
    ['image/jpg', jpeg({ width: 41 }), 'jpg'],
    ['image/webp', webp(vp8x(3, 3, 0)), 'webp'],
    ['application/pdf', bytesOf('%PDF-1.7\n%%EOF'), 'pdf'],
    ['text/plain', bytesOf('Some words.'), 'txt'],
    ['application/msword', bytesOf(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, new Uint8Array(600)), 'doc'],
    ['video/mp4', mp4(), 'mp4'],
    [
      'video/webm',
      bytesOf(0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84, 'webm', new Uint8Array(20)),
      'webm',
    ],
    ['video/x-msvideo', bytesOf('RIFF', 4, 0, 0, 0, 'AVI LIST', new Uint8Array(20)), 'avi'],
    ['audio/wav', wav(), 'wav'],
    ['audio/mpeg', mp3(), 'mp3'],
    ['', png({ seed: 60 }), 'png'],
  ])('%s is taken', async (type, bytes, extension) => {
    const { status, body } = await upload(service, { bytes, type })
    expect([status, body.data?.filename?.split('.')[1]]).toEqual([201, extension])
  })
})

it('tells hooks of each item', async () => {
  const { body } = await upload(service, { bytes: png({ seed: 70 }), name: 'told.png' }, { folder: 'told' })
  const rows = await service.sql<{ event: string }>('SELECT event FROM heard_events ORDER BY seq DESC LIMIT 1')
  expect(JSON.parse(rows[0]?.event ?? '')).toMatchObject({
    event: 'media:upload',
    actor: 'user-editor',
    id: body.data.id,
    item: { id: body.data.id, originalName: 'told.png', folder: 'told', type: 'image/png', url: body.data.url },
  })
})

it('stores the bytes of many uploads at once only once', async () => {
  const bytes = jpeg({ data: new Uint8Array(5_500_000).fill(7) })
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(service, { bytes, type: 'image/jpeg' })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.data.url)).size).toBe(1)
})
