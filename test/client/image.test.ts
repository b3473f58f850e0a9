import { describe, expect, it } from 'vitest'
import { images, imageUrl, objectPosition, srcset } from '../../src/client/image.ts'
import { createClient, type PopulatedMedia, type Reference } from '../../src/client/index.ts'

const url = 'https://cdn.example/media/serve/abc.jpg'

describe('addresses of images', () => {
  it('ask for a size and a format', () => {
    const wanted = { width: 320, height: 160, fit: 'inside', format: 'webp' } as const
    expect(imageUrl({ url }, wanted)).toBe('https://cdn.example/images/abc.jpg?w=320&h=160&fit=inside&format=webp')
  })

  it('keep the signature of private images', () => {
    const signed = { url: '/media/serve/private-a.png?expires=9&signature=x' }
    expect(imageUrl(signed, { width: 160 })).toBe('/images/private-a.png?w=160&expires=9&signature=x')
  })

  it('lead to the service from pages of another origin', () => {
    const item = { url: '/media/serve/abc.jpg', width: 200 }
    const baseUrl = 'https://cms.example.com/'
    expect(imageUrl(item, { width: 320, baseUrl })).toBe('https://cms.example.com/images/abc.jpg?w=320')
    expect(imageUrl(item, { baseUrl })).toBe('https://cms.example.com/media/serve/abc.jpg')
    expect(imageUrl({ url }, { baseUrl })).toBe(url)
    expect(srcset(item, { baseUrl, format: 'avif', widths: [160] })).toBe(
      'https://cms.example.com/images/abc.jpg?w=160&format=avif 160w',
    )
  })

  it('lead to the service that a client talks to', () => {
    const image = images(createClient({ baseUrl: 'https://cms.example.com/base/' }))
    const item = { url: '/media/serve/private-a.png?expires=9&signature=x', width: 100 }
    expect(image.imageUrl(item)).toBe(`https://cms.example.com/base${item.url}`)
    expect(image.srcset(item)).toBe(
      'https://cms.example.com/base/images/private-a.png?w=160&expires=9&signature=x 100w',
    )
    expect(image.imageUrl({ url }, { width: 160 })).toBe('https://cdn.example/images/abc.jpg?w=160')
  })

  it('are none where there is no image, or none for the reader', () => {
    const populated = (value: PopulatedMedia | Reference<'media'> | null | undefined) => value
    for (const nothing of [null, undefined, '01937d5e-0000-7000-8000-000000000000']) {
      expect(imageUrl(populated(nothing), { width: 160 })).toBeUndefined()
      expect(srcset(populated(nothing))).toBeUndefined()
    }
    // @ts-expect-error an id that was never populated is no image
    expect(imageUrl('01937d5e-0000-7000-8000-000000000000')).toBeUndefined()
  })

  it('make a srcset that ends with the image itself', () => {
    const base = 'https://cdn.example/images/abc.jpg'
    expect(srcset({ url, width: 500 })).toBe(`${base}?w=160 160w, ${base}?w=320 320w, ${base}?w=640 500w`)
    expect(srcset({ url, width: 320 })).toBe(`${base}?w=160 160w, ${base}?w=320 320w`)
    const widths = [160, 320, 640, 960, 1280, 1920]
    expect(srcset({ url, width: 5000 })).toBe(widths.map((width) => `${base}?w=${width} ${width}w`).join(', '))
    expect(srcset({ url, width: 5000 }, { widths: [320, 160], format: 'webp' })).toBe(
      `${base}?w=160&format=webp 160w, ${base}?w=320&format=webp 320w`,
    )
    expect(srcset({ url, width: null })).toBeUndefined()
    expect(srcset({ url: '/media/serve/abc.mp4', width: 1920 })).toBeUndefined()
    expect(srcset({ url: '/media/serve/private-a.gif?expires=9&signature=x', width: 100 })).toBe(
      '/images/private-a.gif?w=160&expires=9&signature=x 100w',
    )
  })
})

describe('the position of a picture that CSS crops', () => {
  it('is its focal point', () => {
    expect(objectPosition({ focalPoint: { x: 1 / 3, y: 0.2 } })).toBe('33.3% 20%')
    expect(objectPosition({ focalPoint: null })).toBeUndefined()
    const missing: { readonly focalPoint: null } | null = JSON.parse('null')
    expect(objectPosition(missing)).toBeUndefined()
  })
})
