import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { detectType } from '../../../plugins/core-media/detect-type.ts'
import { as } from '../../harness/as.ts'
import { mp4 } from './files.ts'
import { mediaService, send, served, upload } from './service.ts'

const service = mediaService()
const headers = as('editor')

const PART = 8 * 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** A film of two parts, of which the hash of the first begins as a frame of MP3 does. */
const film = mp4({ data: new Uint8Array(PART + 1000) })
let parts: readonly Uint8Array[] = []
/** The hashes of its parts: 64 bytes that pass for a piece of music. */
let hashes: Uint8Array

beforeAll(async () => {
  parts = [film.subarray(0, PART), film.subarray(PART)]
  const start = createHash('sha256').update(film.subarray(0, PART - 4))
  const last = sha256(film.subarray(PART))
  const tail = Buffer.alloc(4)
  for (let count = 0; ; count += 1) {
    tail.writeUInt32BE(count)
    const first = start.copy().update(tail).digest()
    hashes = Buffer.concat([first, last])
    if (first[0] === 0xff && (await detectType(hashes, 'audio/mpeg')) === 'audio/mpeg') break
  }
  film.set(tail, PART - 4)
})

const begin = async () =>
  (
    await service.json('/api/media/uploads', {
      body: { filename: 'film.mp4', size: film.length, type: 'video/mp4' },
      headers,
    })
  ).body.data.id as string
const put = (id: string, number: string, bytes: Uint8Array) =>
  send(service, `/api/media/uploads/${id}/parts/${number}`, {
    method: 'PUT',
    body: [bytes],
    headers: { ...headers, 'content-length': String(bytes.length) },
  })

async function sendFilm() {
  const id = await begin()
  for (const [index, bytes] of parts.entries()) expect((await put(id, String(index + 1), bytes)).status).toBe(200)
  const done = await service.json(`/api/media/uploads/${id}/complete`, { method: 'POST', headers })
  expect(done.status).toBe(201)
  return done.body.data
}

const isFilm = async (url: string) => Buffer.from((await served(service, url)).bytes).equals(Buffer.from(film))

describe('a file whose bytes are the hashes of the parts of another', () => {
  it('is another file, whichever of the two comes first', async () => {
    const music = (await upload(service, { bytes: hashes, name: 'a.mp3', type: 'audio/mpeg' })).body.data
    expect([music.type, music.size]).toEqual(['audio/mpeg', 64])
    const first = await sendFilm()
    expect([first.url === music.url, first.size, await isFilm(first.url)]).toEqual([false, film.length, true])
    const again = await sendFilm()
    expect([again.url, again.id === first.id]).toEqual([first.url, false])
    expect((await upload(service, { bytes: hashes, name: 'b.mp3', type: 'audio/mpeg' })).body.data.url).toBe(music.url)
  })

  it('is none of a film that an earlier version wrote under the bare hash', async () => {
    const { id, url, filename } = await sendFilm()
    await service.sql("DELETE FROM media WHERE original_name LIKE '%.mp3'")
    await service.sql('DELETE FROM media_files WHERE filename <> ?', filename)
    await service.sql('UPDATE media_files SET content_hash = ?', sha256(hashes).toString('hex'))
    const music = (await upload(service, { bytes: hashes, name: 'c.mp3', type: 'audio/mpeg' })).body.data
    expect([music.type, music.size, music.url === url]).toEqual(['audio/mpeg', 64, false])
    expect(Buffer.from((await served(service, music.url)).bytes)).toEqual(Buffer.from(hashes))
    const next = (await upload(service, { bytes: hashes, name: 'd.mp3', type: 'audio/mpeg' })).body.data
    expect(next.url).toBe(music.url)
    expect([(await service.json(`/api/media/${id}`, { headers })).body.data.size, await isFilm(url)]).toEqual([
      film.length,
      true,
    ])
  })
})

it.each(['0', '01', '1.0', '1e0', '+1', '0x1', '%201', '100000'])('part %s is none', async (number) => {
  expect((await put(await begin(), number, film.subarray(0, PART))).status).toBe(404)
})
