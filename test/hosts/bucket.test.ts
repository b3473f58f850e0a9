import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostBucket, HostBytes, HostObject } from '../../src/hosts/host.ts'
import { createFolderBucket } from '../../src/hosts/node/bucket/folder-bucket.ts'
import { startBindings } from './workerd.ts'

interface Opened {
  readonly bucket: HostBucket
  dispose(): Promise<void> | void
}

const HOSTS: { readonly [name: string]: () => Opened | Promise<Opened> } = {
  workerd: async () => {
    const { bindings, dispose } = await startBindings()
    return { bucket: bindings.BUCKET, dispose }
  },
  node: () => {
    const folder = mkdtempSync(join(tmpdir(), 'lintel-bucket-'))
    const onDamage = (damage: Error) => expect.unreachable(damage.message)
    return { bucket: createFolderBucket(folder, onDamage), dispose: () => rmSync(folder, { recursive: true }) }
  },
}

const PART = 5 * 1024 * 1024

describe.each(Object.entries(HOSTS))('a bucket of %s', (_, open) => {
  let opened: Opened
  let bucket: HostBucket
  beforeAll(async () => {
    opened = await open()
    bucket = opened.bucket
  })
  afterAll(() => opened.dispose())

  const text = async (key: string, range?: { readonly offset: number; readonly length: number }) => {
    const object = await bucket.get(key, range ? { range } : {})
    return object && new Response(object.body).text()
  }
  const keys = async (prefix: string, limit?: number) => {
    const pages: string[][] = []
    for (let cursor: string | undefined; ; ) {
      const page = await bucket.list({ prefix, ...(limit && { limit }), ...(cursor && { cursor }) })
      pages.push(page.objects.map(({ key }) => key))
      if (!page.truncated) return pages
      cursor = page.cursor
    }
  }

  it('keeps bytes with what is said of them', async () => {
    const options = { httpMetadata: { contentType: 'text/plain' }, customMetadata: { by: 'Ümit' } }
    const began = Date.now()
    const put = await bucket.put('kept/a.txt', 'hello', options)
    const head = await bucket.head('kept/a.txt')
    const got = await bucket.get('kept/a.txt')
    for (const object of [put, head, got]) {
      expect(object).toMatchObject({ key: 'kept/a.txt', size: 5, ...options })
      expect(object?.etag).toMatch(/^[0-9a-f]{32,}$/)
      expect(object?.httpEtag).toBe(`"${put.etag}"`)
      expect(Math.abs((object?.uploaded.getTime() ?? 0) - began)).toBeLessThan(60_000)
    }
    expect(await new Response(got?.body).text()).toBe('hello')
  })

  it.each<[string, HostBytes]>([
    ['a text', 'grüße'],
    ['an array of bytes', Buffer.from('grüße')],
    ['a part of a buffer', new Uint8Array(Buffer.from('++grüße++')).subarray(2, 9)],
    ['a buffer', new Uint8Array(Buffer.from('grüße')).buffer],
  ])('takes %s', async (_, value) => {
    await bucket.put('form', value)
    expect(await text('form')).toBe('grüße')
  })

  it('replaces an object, with everything that was said of it', async () => {
    await bucket.put('replaced', 'first', { httpMetadata: { contentType: 'image/png' }, customMetadata: { a: 'b' } })
    const first = await bucket.head('replaced')
    await bucket.put('replaced', 'the second')
    const second = await bucket.head('replaced')
    expect(second).toMatchObject({ size: 10, httpMetadata: {}, customMetadata: {} })
    expect(second?.etag).not.toBe(first?.etag)
    expect(await text('replaced')).toBe('the second')
  })

  it('knows nothing of keys that are not there', async () => {
    expect([await bucket.head('nothing'), await bucket.get('nothing')]).toEqual([null, null])
    await bucket.delete('nothing')
  })

  it('gives parts of an object', async () => {
    await bucket.put('parts', '0123456789')
    expect(await text('parts', { offset: 2, length: 3 })).toBe('234')
    expect(await text('parts', { offset: 8, length: 100 })).toBe('89')
    expect(await bucket.get('parts', { range: { offset: 8, length: 1 } })).toMatchObject({ size: 10 })
    await expect(bucket.get('parts', { range: { offset: 10, length: 1 } })).rejects.toThrow()
    await expect(bucket.get('parts', { range: { offset: 1, length: 0 } })).rejects.toThrow('(10039)')
  })

  it('gives parts of a large object, and all of it', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abcdefghijk')
    await bucket.put('large', bytes)
    expect(await text('large', { offset: 1_500_000, length: 700_000 })).toBe(
      bytes.subarray(1_500_000, 2_200_000).toString(),
    )
    expect(await text('large', { offset: 2_999_990, length: 50 })).toBe(bytes.subarray(2_999_990).toString())
    const whole = await bucket.get('large')
    expect(bytes.equals(Buffer.from(await new Response(whole?.body).arrayBuffer()))).toBe(true)
  })

  it('keeps an empty object', async () => {
    await bucket.put('empty', '')
    expect(await text('empty')).toBe('')
  })

  const HARD = [
    'k/',
    'k/.',
    'k/..',
    'k/../x',
    'k//x',
    'k/A',
    'k/a',
    'k/a-b',
    'k/a.jpg',
    'k/a.jpg/thumbnail.webp',
    'k/a/b',
    'k/a0',
    'k/con',
    'k/ß and %41',
    `k/${'long'.repeat(100)}/${'name'.repeat(100)}.jpg`,
    `k/${'long'.repeat(100)}/${'name'.repeat(100)}.png`,
    'k/～',
    'k/😀',
  ].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))

  it('keeps every key apart from the others, and lists them by their bytes', async () => {
    for (const key of HARD) await bucket.put(key, `of ${key}`)
    for (const key of HARD) expect(await text(key)).toBe(`of ${key}`)
    expect(await keys('k/')).toEqual([HARD])
    expect((await keys('k/', 5)).flat()).toEqual(HARD)
    expect(await keys('k/a')).toEqual([HARD.filter((key) => key.startsWith('k/a'))])
    expect(await keys('k/a.jpg/')).toEqual([['k/a.jpg/thumbnail.webp']])
    expect(await keys('k/a/b/c')).toEqual([[]])
  })

  it('pages end with the last object', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await bucket.put(`pages/${name}`, name)
    expect(await keys('pages/', 2)).toEqual([
      ['pages/a', 'pages/b'],
      ['pages/c', 'pages/d'],
    ])
  })

  it('lists with the metadata that is asked for', async () => {
    const options = { httpMetadata: { contentType: 'text/plain' }, customMetadata: { a: 'b' } }
    await bucket.put('listed', 'x', options)
    const listed = async (include: ('httpMetadata' | 'customMetadata')[]) =>
      (await bucket.list({ prefix: 'listed', include })).objects
    expect(await listed(['httpMetadata', 'customMetadata'])).toMatchObject([{ key: 'listed', size: 1, ...options }])
    expect((await listed(['customMetadata']))[0]?.customMetadata).toEqual(options.customMetadata)
  })

  it('refuses what R2 refuses', async () => {
    await expect(bucket.put('x'.repeat(1025), 'x')).rejects.toThrow('(10020)')
    await expect(bucket.head('é'.repeat(513))).rejects.toThrow('(10020)')
    await expect(bucket.list({ limit: 0 })).rejects.toThrow('(10022)')
    await expect(bucket.list({ limit: 1001 })).rejects.toThrow('(10022)')
  })

  it('deletes many at once', async () => {
    for (const name of ['a', 'b', 'c']) await bucket.put(`deleted/${name}`, name)
    await bucket.delete(['deleted/a', 'deleted/c', 'deleted/never'])
    await bucket.delete([])
    expect(await keys('deleted/')).toEqual([['deleted/b']])
  })

  it('of two that write a key at the same time, one stays, whole', async () => {
    const values = Array.from({ length: 8 }, (_, index) => String(index).repeat(1000 + index))
    await Promise.all(
      values.map((value) => bucket.put('raced', value, { customMetadata: { value: value.slice(0, 1) } })),
    )
    const object = await bucket.get('raced')
    const kept = await new Response(object?.body).text()
    expect(values).toContain(kept)
    expect(object).toMatchObject({ size: kept.length, customMetadata: { value: kept.slice(0, 1) } })
  })

  describe('uploads in parts', () => {
    const options = { httpMetadata: { contentType: 'video/mp4' }, customMetadata: { a: 'b' } }
    const bytes = Buffer.alloc(PART, 'parts of a file ')

    it('come in any order, and again', async () => {
      const upload = await bucket.createMultipartUpload('u/film.mp4', options)
      await upload.uploadPart(2, 'not this')
      const last = await bucket.resumeMultipartUpload('u/film.mp4', upload.uploadId).uploadPart(2, 'the end')
      const first = await upload.uploadPart(1, bytes)
      expect(await bucket.head('u/film.mp4')).toBeNull()
      const done = await bucket.resumeMultipartUpload('u/film.mp4', upload.uploadId).complete([first, last])
      expect(done).toMatchObject({ key: 'u/film.mp4', size: PART + 7 })
      expect(await bucket.head('u/film.mp4')).toMatchObject(options)
      expect(await text('u/film.mp4', { offset: PART - 5, length: 100 })).toBe('file the end')
      expect(await keys('')).not.toContain(expect.stringContaining('upload'))
    })

    it('are gone once they are completed or aborted', async () => {
      const completed = await bucket.createMultipartUpload('u/completed')
      await completed.complete([await completed.uploadPart(1, 'x')])
      await expect(completed.uploadPart(1, 'x')).rejects.toThrow('(10024)')
      const aborted = await bucket.createMultipartUpload('u/aborted')
      await aborted.uploadPart(1, 'x')
      await aborted.abort()
      await expect(aborted.uploadPart(2, 'x')).rejects.toThrow('(10024)')
      expect(await bucket.head('u/aborted')).toBeNull()
      await expect(bucket.resumeMultipartUpload('u/never', '../..').uploadPart(1, 'x')).rejects.toThrow('(10024)')
      const other = await bucket.createMultipartUpload('u/other')
      const astray = bucket.resumeMultipartUpload('u/astray', other.uploadId)
      await expect(astray.uploadPart(1, 'x')).rejects.toThrow('(10024)')
    })

    it('are refused as R2 refuses them', async () => {
      const upload = await bucket.createMultipartUpload('u/refused')
      await expect(upload.uploadPart(0, 'x')).rejects.toThrow('between 1 and 10000')
      const [one, two] = [await upload.uploadPart(1, 'x'), await upload.uploadPart(2, 'y')]
      await expect(upload.complete([one, two])).rejects.toThrow('(10011)')
      await expect(upload.complete([{ partNumber: 1, etag: 'another' }])).rejects.toThrow('(10025)')
      await expect(upload.complete([{ partNumber: 3, etag: one.etag }])).rejects.toThrow('(10025)')
      const [full, larger] = [await upload.uploadPart(1, bytes), await upload.uploadPart(2, Buffer.alloc(PART + 1))]
      await expect(upload.complete([full, larger])).rejects.toThrow('(10048)')
      const object: HostObject = await upload.complete([full])
      expect(object.size).toBe(PART)
    })
  })
})
