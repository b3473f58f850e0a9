import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { bytesOf, gif, png } from './files.ts'
import { mediaService, served, upload } from './service.ts'

const service = mediaService()

const PICTURE = png({ seed: 9 })
let url = ''

beforeAll(async () => {
  url = (await upload(service, { bytes: PICTURE, name: 'p.png', type: 'image/png' })).body.data.url
})

describe('a file', () => {
  it('is served as it was stored, to be kept for ever', async () => {
    const { status, headers, bytes } = await served(service, url)
    expect(status).toBe(200)
    expect(bytes).toEqual(PICTURE)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PICTURE.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
    })
  })

  it('answers HEAD without a body', async () => {
    const answer = await service.fetch(url, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(PICTURE.length))
    expect(await answer.text()).toBe('')
  })

  it('is not sent again to whoever has it', async () => {
    const { headers } = await served(service, url)
    const etag = headers.get('etag') ?? ''
    const conditions: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': headers.get('last-modified') ?? '' },
    ]
    for (const condition of conditions) {
      const answer = await served(service, url, condition)
      expect([answer.status, answer.bytes.length, answer.headers.get('etag')]).toEqual([304, 0, etag])
    }
    const old = { 'if-none-match': '"other"', 'if-modified-since': headers.get('last-modified') ?? '' }
    expect((await served(service, url, old)).status).toBe(200)
    const before = { 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }
    expect((await served(service, url, before)).status).toBe(200)
  })

  it.each([
    ['bytes=0-3', 0, 4],
    ['bytes=10-', 10, undefined],
    ['bytes=-5', -5, undefined],
    ['bytes=-999999', 0, undefined],
    ['bytes=4-999999', 4, undefined],
  ])('answers the range %s', async (range, start, end) => {
    const { status, headers, bytes } = await served(service, url, { range })
    const part = PICTURE.subarray(start, end)
    const first = start < 0 ? PICTURE.length + start : start
    expect(status).toBe(206)
    expect(bytes).toEqual(part)
    expect(headers.get('content-range')).toBe(`bytes ${first}-${first + part.length - 1}/${PICTURE.length}`)
    expect(headers.get('content-length')).toBe(String(part.length))
  })

  it.each(['bytes=5-2', 'bytes=0-1,3-4', 'items=0-1', 'bytes=', 'bytes=a-b'])('ignores the range %s', async (range) => {
    const { status, bytes } = await served(service, url, { range })
    expect([status, bytes.length]).toEqual([200, PICTURE.length])
  })

  it.each(['bytes=999999-', 'bytes=-0'])('has nothing of the range %s', async (range) => {
    const { status, headers, bytes } = await served(service, url, { range })
    expect([status, bytes.length]).toEqual([416, 0])
    expect(headers.get('content-range')).toBe(`bytes */${PICTURE.length}`)
  })

  it('answers a range only of the file that is meant', async () => {
    const { headers } = await served(service, url)
    const range = 'bytes=0-3'
    const same = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
    for (const condition of same)
      expect((await served(service, url, { range, 'if-range': condition })).status).toBe(206)
    const others = ['"other"', `W/${headers.get('etag')}`, 'Sat, 01 Jan 2000 00:00:00 GMT']
    for (const condition of others)
      expect((await served(service, url, { range, 'if-range': condition })).status).toBe(200)
  })

  it.each([
    '/media/serve/nothing.png',
    '/media/serve/00000000000000000000000000000000.png',
    '/media/serve/..%2f..%2fbackups%2fdump.sql',
    '/media/serve/%00.png',
  ])('is not at %s', async (path) => {
    const answer = await service.json(path)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})

describe('a file that could run script', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  it.each([
    ['bare', SVG],
    ['with a declaration', `<?xml version="1.0"?>\n<!-- a -->\n${SVG}`],
    ['with a doctype', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">${SVG}`],
  ])('is only downloaded, and sandboxed: SVG %s', async (_, source) => {
    const { body } = await upload(service, { bytes: bytesOf(source), name: 'a.svg', type: 'image/svg+xml' })
    expect(body.data.type).toBe('image/svg+xml')
    const { headers } = await served(service, body.data.url)
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('content-security-policy')).toMatch(/(?:^|; )sandbox(?:;|$)/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    ['GIF and JavaScript', bytesOf('GIF89a/*', gif().subarray(8), '*/=1;alert(1)'), 'image/gif'],
    ['PDF and HTML', bytesOf('%PDF-1.7\n<html><script>alert(1)</script></html>\n%%EOF'), 'application/pdf'],
    ['text and HTML', bytesOf('<html><script>alert(1)</script></html>'), 'text/plain'],
  ])('stays what its first bytes say: %s', async (_, bytes, type) => {
    const { body } = await upload(service, { bytes, name: 'a.html', type })
    const { headers } = await served(service, body.data.url)
    expect(headers.get('content-type')?.split(';')[0]).toBe(type)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(type === 'application/pdf' ? /script-src 'none'/ : /sandbox/)
  })
})

describe('a private file', () => {
  const file = { bytes: png({ seed: 77 }), name: 'secret.png', type: 'image/png' }
  let signed = ''

  beforeAll(async () => {
    signed = (await upload(service, file, { private: 'true' })).body.data.url
  })

  it('is served at its signed address, for a while', async () => {
    const { status, headers, bytes } = await served(service, signed)
    expect([status, bytes]).toEqual([200, file.bytes])
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    const expires = Number(new URL(signed, service.url).searchParams.get('expires'))
    const left = expires - Date.now() / 1000
    expect(left).toBeGreaterThan(3600 - 5)
    expect(left).toBeLessThanOrEqual(7200)
  })

  it('is served to whoever is signed in', async () => {
    const path = new URL(signed, service.url).pathname
    const { status, headers } = await served(service, path, as('viewer'))
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  })

  it('is served to nobody else', async () => {
    const { pathname, searchParams } = new URL(signed, service.url)
    const expires = searchParams.get('expires') ?? ''
    const signature = searchParams.get('signature') ?? ''
    const changed = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    const attempts = [
      ['', 401],
      [`?expires=${expires}`, 401],
      [`?expires=${expires}&signature=${changed}`, 403],
      [`?expires=${Number(expires) + 1}&signature=${signature}`, 403],
      [`?expires=1&signature=${signature}`, 403],
      [`?expires=NaN&signature=${signature}`, 403],
      [`?expires=${expires}&signature=`, 403],
    ] as const
    for (const [query, status] of attempts)
      expect([query, (await served(service, pathname + query)).status]).toEqual([query, status])
  })

  it('does not share its bytes with a public one', async () => {
    const { body } = await upload(service, file)
    expect(body.data.url).not.toContain('private-')
    expect((await served(service, body.data.url)).status).toBe(200)
    expect((await served(service, new URL(signed, service.url).pathname)).status).toBe(401)
  })

  it('has an address of its own', async () => {
    const other = (await upload(service, { ...file, bytes: png({ seed: 78 }) }, { private: 'true' })).body.data.url
    const { search } = new URL(signed, service.url)
    expect((await served(service, new URL(other, service.url).pathname + search)).status).toBe(403)
  })
})

describe('behind a CDN', () => {
  const behind = mediaService({ vars: { CDN_DOMAIN: 'cdn.example.com' } })

  it('addresses are the CDN’s, signed ones too', async () => {
    const open = await upload(behind, { bytes: png({ seed: 90 }) })
    expect(open.body.data.url).toBe(`https://cdn.example.com/media/serve/${open.body.data.filename}`)
    const secret = await upload(behind, { bytes: png({ seed: 91 }) }, { private: 'true' })
    const { host, pathname, search } = new URL(secret.body.data.url)
    expect(host).toBe('cdn.example.com')
    expect((await served(behind, pathname + search)).status).toBe(200)
  })
})

describe('without the secret that signs', () => {
  const bare = mediaService({ vars: { MEDIA_URL_SECRET: '' } })

  it('a private file says what is missing, and public ones are as ever', async () => {
    expect((await upload(bare, { bytes: png({ seed: 92 }) })).status).toBe(201)
    const { status, body } = await upload(bare, { bytes: png({ seed: 93 }) }, { private: 'true' })
    expect([status, body.code]).toEqual([503, 'not_configured'])
    expect(body.detail).toContain('MEDIA_URL_SECRET')
    expect((await bare.json('/api/media', { headers: as('viewer') })).body.data).toHaveLength(1)
  })
})
