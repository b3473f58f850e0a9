import { describe, expect, it } from 'vitest'
import { createClient, type LintelError } from '../../src/client/index.ts'
import { mediaClient } from '../../src/client/media.ts'
import { as } from '../harness/as.ts'
import { mp4, PLACE, png } from '../plugins/core-media/files.ts'
import { mediaService } from '../plugins/core-media/service.ts'

const service = mediaService()

/** A client of an editor; `intercept` may answer, or fail, in place of the service. */
function editorClient(intercept: (path: string, method: string) => Response | undefined = () => undefined) {
  const calls: string[] = []
  const client = createClient({
    baseUrl: service.url.origin,
    fetch: async (input, init) => {
      const { pathname } = new URL(input)
      calls.push(`${init.method} ${pathname}`)
      const answer = intercept(pathname, init.method ?? '')
      return answer ?? fetch(input, { ...init, headers: { ...init.headers, ...as('editor') } })
    },
  })
  return { media: mediaClient(client), calls }
}

const fileOf = (bytes: Uint8Array, name: string, type: string) =>
  new File([bytes as Uint8Array<ArrayBuffer>], name, { type })
const PART = 8 * 1024 * 1024
/** @param place whether it tells, at its end, where it was made */
const filmOf = (seed: number, place = false) => {
  const data = new Uint8Array(2 * PART - 5000).fill(seed)
  return fileOf(mp4({ data, place }), 'film.mp4', 'video/mp4')
}

describe('media', () => {
  it('is uploaded, listed, described, moved and deleted', async () => {
    const { media } = editorClient()
    const files = [1, 2].map((seed) => fileOf(png({ seed }), `${seed}.png`, 'image/png'))
    const [first, second] = await media.upload(files, { folder: 'client' })
    const ids = [first?.id ?? '', second?.id ?? '']
    const page = await media.list({ folder: 'client', sort: 'originalName', limit: 1 })
    expect(page.pagination).toMatchObject({ total: 2, hasNext: true })
    expect(page.data[0]).toMatchObject({ id: ids[0], originalName: '1.png' })
    await media.update(ids[0] ?? '', { alt: 'One', focalPoint: { x: 0.5, y: 0 } })
    expect(await media.get(ids[0] ?? '')).toMatchObject({ alt: 'One', focalPoint: { x: 0.5, y: 0 }, usedBy: [] })
    const folder = await media.createFolder('inner', 'client')
    expect(await media.move([...ids, 'none'], folder.path)).toEqual({ moved: ids, missing: ['none'] })
    expect(await media.tag([...ids, 'none'], { add: ['seen'] })).toEqual({ tagged: ids, missing: ['none'] })
    const seen = await media.list({ ids: [ids[1] ?? '', 'none'] })
    expect(seen.data.map(({ id, tags }) => [id, tags])).toEqual([[ids[1], ['seen']]])
    await media.updateFolder(folder.id, { name: 'renamed' })
    expect((await media.folders()).map(({ path }) => path)).toEqual(['client', 'client/renamed'])
    expect((await media.get(ids[1] ?? '')).folder).toBe('client/renamed')
    await media.delete(ids[0] ?? '')
    expect(await media.deleteMany(ids)).toEqual({ deleted: [ids[1]], missing: [ids[0]] })
    await media.deleteFolder(folder.id)
    expect(await media.list({ folder: 'client/renamed' })).toMatchObject({ data: [] })
  })

  it('that is private has signed addresses', async () => {
    const { media } = editorClient()
    const [item] = await media.upload([fileOf(png({ seed: 3 }), 'p.png', 'image/png')], { private: true })
    const url = await media.signedUrl(item?.id ?? '', 60)
    expect((await service.fetch(url)).status).toBe(200)
  })

  it('that is refused says why', async () => {
    const { media } = editorClient()
    const error: LintelError = await media.upload([fileOf(png(), 'a.gif', 'image/gif')]).then(
      () => {
        throw new Error('it should have failed')
      },
      (reason) => reason,
    )
    expect([error.status, error.code]).toEqual([415, 'file_type_mismatch'])
  })

  it('of any size is uploaded in parts, with progress', async () => {
    const { media } = editorClient()
    const film = filmOf(1)
    const progress: number[] = []
    const uploaded = await media.uploadInParts(film, {
      folder: 'films',
      onProgress: ({ sent, total }) => {
        expect(total).toBe(film.size)
        progress.push(sent)
      },
    })
    expect(uploaded).toMatchObject({ size: film.size, type: 'video/mp4' })
    expect(progress).toHaveLength(3)
    expect([progress[0], progress[2]]).toEqual([0, film.size])
    const served = await service.fetch(uploaded.url)
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(await film.arrayBuffer()))).toBe(true)
  })

  it('goes on where an upload was broken off', async () => {
    const film = filmOf(2, true)
    let id = ''
    const broken = editorClient((path) =>
      path.endsWith('/parts/2')
        ? Response.json({ status: 403, title: 'no', code: 'forbidden' }, { status: 403 })
        : undefined,
    )
    const onBegin = (begun: string) => {
      id = begun
    }
    await expect(broken.media.uploadInParts(film, { onBegin, concurrency: 1 })).rejects.toThrow()
    const { media, calls } = editorClient()
    const { url, size } = await media.uploadInParts(film, { resume: id })
    const served = Buffer.from(await (await service.fetch(url)).arrayBuffer())
    expect([served.length, served.includes(PLACE)]).toEqual([size, false])
    const root = `/api/media/uploads/${id}`
    expect(calls).toEqual([`GET ${root}`, `PUT ${root}/parts/2`, `POST ${root}/complete`])
  })

  it('tries a part again when the line breaks', async () => {
    let failures = 2
    const { media, calls } = editorClient((path) => {
      if (!path.endsWith('/parts/1') || failures === 0) return undefined
      failures -= 1
      throw new TypeError('fetch failed')
    })
    await media.uploadInParts(fileOf(png({ seed: 9 }), 'a.png', 'image/png'))
    expect(calls.filter((call) => call.endsWith('/parts/1'))).toHaveLength(3)
  })

  it.each([
    [429, 2],
    [503, 2],
    [403, 1],
  ])('a part that is answered %i is sent %i times', async (status, times) => {
    let answers = 1
    const { media, calls } = editorClient((path) => {
      if (!path.endsWith('/parts/1') || answers === 0) return undefined
      answers -= 1
      return Response.json({ status, title: 'no', code: 'no' }, { status })
    })
    const sent = media.uploadInParts(fileOf(png({ seed: 10 + status }), 'a.png', 'image/png'))
    await expect(
      sent.then(
        () => true,
        () => false,
      ),
    ).resolves.toBe(times === 2)
    expect(calls.filter((call) => call.endsWith('/parts/1'))).toHaveLength(times)
  })

  it('takes a Blob under a name, and none without', async () => {
    const { media } = editorClient()
    const blob = new Blob([png({ seed: 31 }) as Uint8Array<ArrayBuffer>], { type: 'image/png' })
    const { id } = await media.uploadInParts(blob, { filename: 'from-disk.png' })
    expect((await media.get(id)).originalName).toBe('from-disk.png')
    await expect(media.uploadInParts(blob)).rejects.toThrow('pass `filename`')
  })

  it('a part that is refused stops the others after those that are under way', async () => {
    const upload = { id: 'u', size: 60, partSize: 10, parts: 6, received: [] }
    const sent: string[] = []
    let endSecond = () => {}
    const isSecondAsked = new Promise<void>((resolve) => {
      endSecond = resolve
    })
    const client = createClient({
      baseUrl: 'https://cms.example.com',
      fetch: async (input, init) => {
        if (init.method === 'POST') return Response.json({ data: upload })
        sent.push(input.slice(input.lastIndexOf('/') + 1))
        if (!input.endsWith('/1')) await isSecondAsked
        return input.endsWith('/1') ? new Response(null, { status: 403 }) : new Response()
      },
    })
    const uploading = mediaClient(client).uploadInParts(fileOf(new Uint8Array(60), 'a.bin', ''), { concurrency: 2 })
    await expect(uploading).rejects.toThrow()
    endSecond()
    await new Promise((resolve) => setTimeout(resolve))
    expect(sent).toEqual(['1', '2'])
  })
})
