import { describe, expect, it } from 'vitest'
import { jpeg } from './files.ts'
import { look, quarters, quartersOf, settled } from './pictures.ts'
import { mediaService, served, upload } from './service.ts'

const service = mediaService({ bindings: { IMAGES: { type: 'images' } } })

describe('with the binding of Cloudflare Images', () => {
  it.each([1, 3, 6])('images too large to decode here are made smaller, in orientation %i', async (orientation) => {
    const bytes = await quarters(5000, 3000).withMetadata({ orientation }).jpeg({ quality: 70 }).toBuffer()
    const { data } = (await upload(service, { bytes, name: 'large.jpg' })).body
    const shown = quartersOf(await look(bytes))
    const { thumbnailUrl } = await settled(service, data.id)
    const thumbnail = await look((await served(service, thumbnailUrl)).bytes)
    expect([thumbnail.width, thumbnail.height]).toEqual(orientation === 6 ? [180, 300] : [300, 180])
    expect([quartersOf(thumbnail), thumbnail.format]).toEqual([shown, 'webp'])
    const cover = await look((await served(service, `/images/${data.filename}?w=640&h=640`)).bytes)
    expect([cover.width, cover.height, quartersOf(cover)]).toEqual([640, 640, shown])
  })

  it('what cannot be decoded says so', async () => {
    const { data } = (await upload(service, { bytes: jpeg({ width: 4000, height: 3000 }), name: 'b.jpg' })).body
    expect((await settled(service, data.id)).metadata.thumbnailError).toContain('cannot be decoded')
  })
})
