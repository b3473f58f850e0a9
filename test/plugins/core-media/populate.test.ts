import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { png } from './files.ts'
import { mediaService, upload } from './service.ts'

const service = mediaService({ observe: true })
const editor = as('editor')

let open = ''
let secret = ''
let openUrl = ''

beforeAll(async () => {
  const first = await upload(service, { bytes: png({ seed: 1 }), name: 'open.png' })
  const second = await upload(service, { bytes: png({ seed: 2 }), name: 'secret.png' }, { private: 'true' })
  open = first.body.data.id
  openUrl = first.body.data.url
  secret = second.body.data.id
  const headers = editor
  await service.json(`/api/media/${open}`, { method: 'PATCH', body: { alt: 'A square' }, headers })
  await service.json('/api/stories', {
    body: { title: 'both', cover: open, logo: secret, gallery: [secret, open] },
    headers,
  })
})

const list = async (query: string, headers = {}) => {
  const { status, body } = await service.json(`/api/stories?${query}`, { headers })
  expect(status).toBe(200)
  return body.data
}

describe('a populated media reference', () => {
  it('shows the item', async () => {
    const [story] = await list('populate=cover')
    expect(story.cover).toEqual({
      id: open,
      url: openUrl,
      filename: openUrl.slice('/media/serve/'.length),
      type: 'image/png',
      width: 8,
      height: 6,
      alt: 'A square',
      thumbnailUrl: expect.toSatisfy((url) => url === null || url.startsWith('/images/')),
      focalPoint: null,
    })
    expect(story.logo).toBe(secret)
  })

  it('stays an id where the file is private and the caller unknown', async () => {
    const [story] = await list('populate=logo,gallery')
    expect(story.logo).toBe(secret)
    expect(story.gallery).toEqual([secret, expect.objectContaining({ id: open })])
  })

  it('has a signed address for who may upload', async () => {
    const [story] = await list('populate=logo,gallery', editor)
    expect(story.logo.url).toMatch(/\?expires=\d+&signature=[\w-]{43}$/)
    expect(story.gallery.map(({ id }: { id: string }) => id)).toEqual([secret, open])
    expect((await service.fetch(story.logo.url)).status).toBe(200)
  })

  it('has an address for others who are signed in that they cannot pass on', async () => {
    const viewer = as('viewer')
    const [story] = await list('populate=logo', viewer)
    expect(story.logo.url).toMatch(/^\/media\/serve\/private-[^?]+$/)
    expect((await service.fetch(story.logo.url, { headers: viewer })).status).toBe(200)
    expect((await service.fetch(story.logo.url)).status).toBe(401)
    const item = await service.json(`/api/media/${secret}`, { headers: viewer })
    expect(item.body.data.url).toBe(story.logo.url)
    expect((await service.json(`/api/media/${secret}/url`, { headers: viewer })).status).toBe(403)
    const signed = await service.json(`/api/media/${secret}/url`, { headers: editor })
    expect((await service.fetch(signed.body.data.url)).status).toBe(200)
  })

  it('takes one statement, however many documents', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        service.json('/api/stories', { body: { title: `n${index}`, cover: open, gallery: [open] }, headers: editor }),
      ),
    )
    await list('populate=cover,gallery')
    await service.observed()
    await list('populate=cover,gallery')
    const { calls } = await service.observed()
    expect(calls.flat().filter(({ sql }) => sql.includes('media_files'))).toHaveLength(1)
  })

  it('is not looked into', async () => {
    for (const query of ['populate=cover.alt', 'cover.alt=x']) {
      const { status, body } = await service.json(`/api/stories?${query}`)
      expect([status, body.code]).toEqual([400, 'invalid_query'])
    }
  })

  it('stays an id while the plugin is off', async () => {
    await service.sql("UPDATE plugins SET active = 0 WHERE id = 'core-media'")
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const [story] = await list('populate=cover&title=both')
    expect(story.cover).toBe(open)
    expect((await service.fetch(openUrl)).status).toBe(404)
    await service.sql("UPDATE plugins SET active = 1 WHERE id = 'core-media'")
  })

  it('stands in the reference', async () => {
    const { body } = await service.json('/api')
    const shown = body.components.schemas['media.listed']
    expect(Object.keys(shown.properties)).toEqual([
      'id',
      'url',
      'filename',
      'type',
      'width',
      'height',
      'alt',
      'thumbnailUrl',
      'focalPoint',
    ])
    expect(JSON.stringify(body.components.schemas['stories.listed'].properties.cover)).toContain('media.listed')
    const upload = body.paths['/api/media/upload'].post.requestBody.content['multipart/form-data']
    expect(Object.keys(upload.schema.properties)).toEqual(['folder', 'private', 'file'])
  })
})
