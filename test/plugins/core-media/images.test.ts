import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { bytesOf } from './files.ts'
import { look, quarters, quartersOf, settled } from './pictures.ts'
import { mediaService, served, upload } from './service.ts'

const service = mediaService()
const headers = as('editor')

let id = ''
let url = ''

beforeAll(async () => {
  const bytes = await quarters(1200, 800).jpeg({ quality: 95 }).toBuffer()
  const { data } = (await upload(service, { bytes, name: 'tower.jpg' })).body
  id = data.id
  url = `/images/${data.filename}`
})

async function seen(query: string, from = url) {
  const answer = await served(service, `${from}?${query}`)
  expect(answer.status).toBe(200)
  return { ...answer, image: await look(answer.bytes) }
}

describe('a variant', () => {
  it.each([
    ['w=320', [320, 213], 'jpeg'],
    ['h=160', [240, 160], 'jpeg'],
    ['w=320&h=320&fit=cover', [320, 320], 'jpeg'],
    ['w=320&h=320', [320, 320], 'jpeg'],
    ['w=320&h=320&fit=inside', [320, 213], 'jpeg'],
    ['w=1920', [1200, 800], 'jpeg'],
    ['w=320&format=webp', [320, 213], 'webp'],
    ['w=960&format=png', [960, 640], 'png'],
  ])('%s', async (query, size, format) => {
    const { image, headers: sent } = await seen(query)
    expect([image.width, image.height]).toEqual(size)
    expect(image.format).toBe(format)
    expect(quartersOf(image)).toBe('red green blue white')
    expect(sent.get('content-type')).toBe(`image/${format}`)
  })

  it('is padded to the exact box, white where there is no opacity', async () => {
    const { image } = await seen('w=320&h=320&fit=contain')
    expect([image.width, image.height]).toEqual([320, 320])
    expect(image.at(0.5, 0.02).every((value) => value > 250)).toBe(true)
    expect((await seen('w=320&h=320&fit=contain&format=png')).image.at(0.5, 0.02)[3]).toBe(0)
  })

  it('is served as files are: to be kept for ever, in ranges, not again', async () => {
    const { headers: sent, bytes } = await seen('w=640')
    expect(sent.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const range = await served(service, `${url}?w=640`, { range: 'bytes=0-9' })
    expect([range.status, range.bytes]).toEqual([206, bytes.subarray(0, 10)])
    const again = await served(service, `${url}?w=640`, { 'if-none-match': sent.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('is made once, whoever asks at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => served(service, `${url}?w=1280&format=webp`)))
    expect(new Set(answers.map(({ headers: sent }) => sent.get('etag'))).size).toBe(1)
    const [first] = answers
    const later = await served(service, `${url}?w=1280&format=webp`)
    expect(later.headers.get('last-modified')).toBe(first?.headers.get('last-modified'))
  })

  it('is cropped around what matters most', async () => {
    const bytes = await quarters(1200, 400).png().toBuffer()
    const { data } = (await upload(service, { bytes, name: 'wide.png' })).body
    const at = async (x: number) => {
      await service.json(`/api/media/${data.id}`, { method: 'PATCH', body: { focalPoint: { x, y: 0.5 } }, headers })
      return quartersOf((await seen('w=160&h=160', `/images/${data.filename}`)).image)
    }
    expect(await at(0)).toBe('red red blue blue')
    expect(await at(1)).toBe('green green white white')
    expect(await at(0.5)).toBe('red green blue white')
  })

  it('of a large picture keeps its colours and its opacity', async () => {
    const half = Buffer.from('<svg width="2000" height="1500"><rect width="1000" height="1500" fill="#dc1e1e"/></svg>')
    const bytes = await sharp(half).png().toBuffer()
    const { data } = (await upload(service, { bytes, name: 'half.png' })).body
    const { image } = await seen('w=640', `/images/${data.filename}`)
    expect([image.width, image.height]).toEqual([640, 480])
    expect(image.at(0.2, 0.5)).toEqual([220, 30, 30, 255])
    expect(image.at(0.8, 0.5)[3]).toBe(0)
  })

  it.each([
    'w=321',
    'w=320&h=7',
    'h=320',
    'w=300',
    'w=160&h=320',
    'w=160&h=160&fit=inside',
    'w=300&h=300&fit=inside&format=png',
    'w=0',
    'w=-5',
    'w=x',
    'format=webp',
    'w=320&fit=stretch',
    'w=320&format=bmp',
    'w=99999999',
  ])('is refused: %s', async (query) => {
    expect((await service.fetch(`${url}?${query}`)).status).toBe(400)
  })

  it('of what is no image is not found', async () => {
    const { data } = (await upload(service, { bytes: bytesOf('%PDF-1.4\n%%EOF'), name: 'a.pdf' })).body
    for (const path of [`/images/${data.filename}`, `/images/${data.filename}?w=320`, '/images/nothing?w=320']) {
      expect((await service.fetch(path)).status).toBe(404)
    }
  })

  it('without a size is the file', async () => {
    const answer = await served(service, url)
    expect(answer.bytes).toEqual((await served(service, url.replace('images', 'media/serve'))).bytes)
  })
})

describe('variants that the config does not declare', () => {
  it('are for those who may upload, and for no shared cache', async () => {
    const path = `${url}?w=160&h=320`
    const refused = await service.json(path)
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_query'])
    expect(refused.body.detail).toContain('320×320 contain')
    expect((await service.fetch(path, { headers: as('viewer') })).status).toBe(400)
    const own = await service.fetch(path, { headers })
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
    // What is there is no way around.
    expect((await service.fetch(path)).status).toBe(400)
    expect((await service.fetch(`${url}?w=161&h=320`, { headers })).status).toBe(400)
  })

  it('of one length are one, whatever the fit', async () => {
    for (const fit of ['cover', 'contain', 'inside']) await seen(`w=320&fit=${fit}`)
    const places = await service.objects(`media-derived/${url.slice(8)}/`)
    expect(places.filter((place) => /-320x-\w+\.jpg$/.test(place))).toHaveLength(1)
  })

  it('end at 64 of a picture, and those that were made first go', async () => {
    const bytes = await quarters(40, 40).png().toBuffer()
    const { data } = (await upload(service, { bytes, name: 'often.png' })).body
    const { thumbnailUrl } = await settled(service, data.id)
    const variant = (query: string) => service.fetch(`/images/${data.filename}?${query}`)
    const rows = () =>
      service.sql<{ name: string }>(
        'SELECT name FROM media_variants WHERE filename = ? ORDER BY made_at',
        data.filename,
      )
    const hasFirst = async () =>
      (await service.objects(`media-derived/${data.filename}/`)).some((place) => place.includes('-160x160-'))
    expect((await variant('w=160&h=160')).status).toBe(200)
    await service.sql(
      'UPDATE media_variants SET made_at = 0 WHERE filename = ? AND name LIKE ?',
      data.filename,
      '%160x160%',
    )
    await service.sql(
      `INSERT INTO media_variants SELECT ?, 'v3-' || value || 'x-cover.png', 1 FROM json_each(?)`,
      data.filename,
      JSON.stringify(Array.from({ length: 61 }, (_, index) => index + 1)),
    )
    expect((await variant('w=320&h=320')).status).toBe(200)
    expect([(await rows()).length, await hasFirst()]).toEqual([64, true])
    const formats = ['png', 'jpeg', 'webp']
    const answers = await Promise.all(formats.map((format) => variant(`w=640&h=320&format=${format}`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([(await rows()).length, await hasFirst()]).toEqual([64, false])
    expect((await rows()).slice(-4).map(({ name }) => name.slice(3, 10))).toEqual([
      '320x320',
      '640x320',
      '640x320',
      '640x320',
    ])
    expect([(await variant('w=160&h=160')).status, await hasFirst()]).toEqual([200, true])
    expect((await service.fetch(thumbnailUrl)).status).toBe(200)
    expect((await service.fetch(`/api/media/${data.id}`, { method: 'DELETE', headers })).status).toBe(204)
    expect(await rows()).toEqual([])
  })
})

describe('of a private image', () => {
  it('variants are for signed addresses, and for who is signed in', async () => {
    const bytes = await quarters(500, 500).png().toBuffer()
    const { data } = (await upload(service, { bytes, name: 'secret.png' }, { private: 'true' })).body
    const path = `/images/${data.filename}?w=320`
    expect((await service.fetch(path)).status).toBe(401)
    expect((await service.fetch(path, { headers })).status).toBe(200)
    const { thumbnailUrl } = await settled(service, data.id)
    expect(thumbnailUrl).toMatch(/&signature=/)
    expect((await service.fetch(thumbnailUrl)).status).toBe(200)
    const forged = thumbnailUrl.replace(
      /signature=(.)/,
      (_: string, first: string) => `signature=${first === '_' ? '-' : '_'}`,
    )
    expect((await service.fetch(forged)).status).toBe(403)
  })
})

describe('a deleted image', () => {
  it('takes its thumbnail and variants with it', async () => {
    const { thumbnailUrl } = await settled(service, id)
    for (const path of [thumbnailUrl, `${url}?w=320`]) expect((await service.fetch(path)).status).toBe(200)
    expect((await service.fetch(`/api/media/${id}`, { method: 'DELETE', headers })).status).toBe(204)
    for (const path of [thumbnailUrl, `${url}?w=320`, url]) expect((await service.fetch(path)).status).toBe(404)
    const { body } = await service.json('/admin/media/sweep', {
      body: { dryRun: true, olderThan: 0 },
      headers: as('admin'),
    })
    expect(body.data.orphans).toEqual([])
  })
})
