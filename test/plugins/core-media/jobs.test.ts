import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { bytesOf, jpeg } from './files.ts'
import { look, quarters, quartersOf } from './pictures.ts'
import { mediaService, served, upload } from './service.ts'

const service = mediaService()
const headers = as('editor')

let original: { id: string; url: string }
let bytes: Uint8Array

beforeAll(async () => {
  bytes = await quarters(600, 400).png().toBuffer()
  original = (await upload(service, { bytes, name: 'tower.png' }, { folder: 'press' })).body.data
})

const ask = (operations: unknown, id = original.id) =>
  service.json('/api/media/process', { body: { id, operations }, headers })

async function ended(id: string) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { body } = await service.json(`/api/media/jobs/${id}`, { headers })
    if (['completed', 'failed'].includes(body.data.status)) return body.data
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  throw new Error('the job does not end')
}

async function made(operations: unknown) {
  const { status, body } = await ask(operations)
  expect(status).toBe(202)
  const job = await ended(body.data.id)
  expect(job).toMatchObject({ status: 'completed', error: null })
  return { job, seen: await look((await served(service, job.result.url)).bytes) }
}

describe('a job', () => {
  it('says what the contract says', async () => {
    const { body } = await ask([{ type: 'rotate', degrees: 180 }])
    expect(body.data).toEqual({
      id: expect.any(String),
      mediaId: original.id,
      status: 'queued',
      operations: [{ type: 'rotate', degrees: 180 }],
      result: null,
      error: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    const { result, status } = await ended(body.data.id)
    expect(status).toBe('completed')
    expect(result).toEqual({
      id: expect.any(String),
      url: expect.stringMatching(/^\/media\/serve\//),
      width: 600,
      height: 400,
      size: expect.any(Number),
      type: 'image/png',
    })
    const item = (await service.json(`/api/media/${result.id}`, { headers })).body.data
    expect(item).toMatchObject({ folder: 'press', originalName: 'tower.png', uploadedBy: 'user-editor' })
  })

  it('leaves the original as it is', async () => {
    await made([{ type: 'resize', width: 30 }])
    expect((await served(service, original.url)).bytes).toEqual(new Uint8Array(bytes))
  })

  it.each([
    ['rotates by 90', [{ type: 'rotate', degrees: 90 }], [400, 600], 'blue red white green', 'png'],
    ['rotates by 180', [{ type: 'rotate', degrees: 180 }], [600, 400], 'white blue green red', 'png'],
    ['rotates by 270', [{ type: 'rotate', degrees: 270 }], [400, 600], 'green white red blue', 'png'],
    ['covers', [{ type: 'resize', width: 200, height: 200, fit: 'cover' }], [200, 200], 'red green blue white', 'png'],
    [
      'fits inside',
      [{ type: 'resize', width: 90, height: 90, fit: 'inside' }],
      [90, 60],
      'red green blue white',
      'png',
    ],
    ['crops', [{ type: 'crop', x: 0, y: 0, width: 300, height: 200 }], [300, 200], 'red red red red', 'png'],
    [
      'does one after the other',
      [
        { type: 'rotate', degrees: 90 },
        { type: 'crop', x: 0, y: 300, width: 400, height: 300 },
        { type: 'convert', format: 'jpeg' },
      ],
      [400, 300],
      'white green white green',
      'jpeg',
    ],
    ['converts to WebP', [{ type: 'convert', format: 'webp' }], [600, 400], 'red green blue white', 'webp'],
  ])('%s', async (_, operations, size, colours, format) => {
    const { seen, job } = await made(operations)
    expect([seen.width, seen.height]).toEqual(size)
    expect([job.result.width, job.result.height]).toEqual(size)
    expect(quartersOf(seen)).toBe(colours)
    expect(seen.format).toBe(format)
    expect(job.result.type).toBe(`image/${format}`)
  })

  it('pads to the exact box, transparent', async () => {
    const { seen } = await made([{ type: 'resize', width: 300, height: 300, fit: 'contain' }])
    expect([seen.width, seen.height]).toEqual([300, 300])
    expect(seen.at(0.5, 0.02)[3]).toBe(0)
    expect(seen.at(0.25, 0.4)[3]).toBe(255)
  })

  it('compresses', async () => {
    const sizes = []
    for (const quality of [5, 95]) {
      const { job } = await made([
        { type: 'convert', format: 'jpeg' },
        { type: 'compress', quality },
      ])
      sizes.push(job.result.size)
    }
    expect(sizes[0]).toBeLessThan(sizes[1] as number)
  })

  it('fails with the reason, and stays failed', async () => {
    const broken = (await upload(service, { bytes: jpeg({ width: 60, height: 60 }), name: 'b.jpg' })).body.data
    const job = await ended((await ask([{ type: 'resize', width: 20 }], broken.id)).body.data.id)
    expect(job).toMatchObject({ status: 'failed', result: null, error: expect.stringContaining('cannot be decoded') })
    const outside = await ended((await ask([{ type: 'crop', x: 590, y: 0, width: 100, height: 10 }])).body.data.id)
    expect(outside.error).toBe('The part to keep lies outside the image, which has 600 by 400 pixels.')
    const german = { ...headers, cookie: 'language=de' }
    const { body } = await service.json(`/api/media/jobs/${outside.id}`, { headers: german })
    expect(body.data.error).toBe('Der Ausschnitt liegt außerhalb des Bildes, das 600 mal 400 Pixel hat.')
    await service.schedule()
    expect(await ended(job.id)).toMatchObject({ status: 'failed' })
  })

  it('that was broken off is taken up, and has one result whoever takes it up', async () => {
    const insert = (id: string, status: string, leasedUntil: number | null) =>
      service.sql(
        `INSERT INTO media_jobs (id, media_id, status, operations, result_id, attempts, leased_until, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, 1, ?, 1, 1)`,
        ...[id, original.id, status, '[{"type":"resize","width":40,"fit":"cover"}]', `${id}-result`, leasedUntil],
      )
    await insert('broken-off', 'processing', 1000)
    await insert('never-begun', 'queued', null)
    await insert('under-way', 'processing', Date.now() + 60_000)
    await Promise.all([service.schedule(), service.schedule()])
    for (const id of ['broken-off', 'never-begun']) {
      expect(await ended(id)).toMatchObject({ status: 'completed', result: { id: `${id}-result`, width: 40 } })
    }
    const { body } = await service.json('/api/media/jobs/under-way', { headers })
    expect(body.data.status).toBe('processing')
    const items = await service.sql(`SELECT id FROM media WHERE id LIKE '%-result'`)
    expect(items).toHaveLength(2)
  })

  it('that keeps being broken off fails', async () => {
    await service.sql(
      `INSERT INTO media_jobs (id, media_id, status, operations, result_id, attempts, leased_until, created_at, updated_at)
       VALUES ('hopeless', ?, 'processing', '[{"type":"rotate","degrees":90}]', 'none', 3, 1000, 1, 1)`,
      original.id,
    )
    await service.schedule()
    expect(await ended('hopeless')).toMatchObject({ status: 'failed', error: expect.stringContaining('interrupted') })
  })
})

describe('what is asked for', () => {
  it.each([
    ['no operation', []],
    ['an unknown operation', [{ type: 'explode' }]],
    ['a size of nothing', [{ type: 'resize' }]],
    ['a size beyond all bounds', [{ type: 'resize', width: 100_000 }]],
    ['a turn by 45', [{ type: 'rotate', degrees: 45 }]],
    ['a quality of 0', [{ type: 'compress', quality: 0 }]],
    ['text for operations', 'rotate'],
  ])('is refused: %s', async (_, operations) => {
    expect((await ask(operations)).status).toBe(422)
  })

  it('needs an image that is there', async () => {
    expect((await ask([{ type: 'rotate', degrees: 90 }], 'nothing')).status).toBe(404)
    const pdf = (await upload(service, { bytes: bytesOf('%PDF-1.4\n%%EOF'), name: 'a.pdf' })).body.data
    expect((await ask([{ type: 'rotate', degrees: 90 }], pdf.id)).status).toBe(415)
    expect((await service.json('/api/media/jobs/nothing', { headers })).status).toBe(404)
  })

  it('is for who may upload', async () => {
    const body = { id: original.id, operations: [{ type: 'rotate', degrees: 90 }] }
    expect((await service.json('/api/media/process', { body })).status).toBe(401)
    expect((await service.json('/api/media/process', { body, headers: as('viewer') })).status).toBe(403)
  })
})

describe('on a queue', () => {
  const queued = mediaService({ queue: true })

  it('jobs and thumbnails go through it, and are done once', async () => {
    const { data } = (await upload(queued, { bytes, name: 'mast.png' })).body
    const job = (
      await queued.json('/api/media/process', {
        body: { id: data.id, operations: [{ type: 'resize', width: 60, height: 40, fit: 'cover' }] },
        headers,
      })
    ).body.data
    const state = async () => (await queued.json(`/api/media/jobs/${job.id}`, { headers })).body.data.status
    await expect.poll(state).toBe('completed')
    const item = async () => (await queued.json(`/api/media/${data.id}`, { headers })).body.data.thumbnailUrl
    await expect.poll(item).toContain('/images/')
    expect((await queued.json('/api/media?q=mast', { headers })).body.data).toHaveLength(2)
  })
})
