import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Sent } from '../../../test/fuzz/api/send.ts'
import { PASSWORD } from '../../../test/plugins/core-auth/people.ts'
import type { Filled } from './fill.ts'
import type { WorstCase } from './measure.ts'

const MEBIBYTE = 1024 * 1024

/**
 * Returns the most expensive request of each kind that the service accepts, and some that it rejects. The first one is
 * the yardstick.
 */
export async function makeCases(filled: Filled): Promise<readonly WorstCase[]> {
  return [
    ...lists(filled),
    ...bodies(filled),
    ...(await files(filled)),
    ...credentials(filled),
    ...pages(filled),
    ...tools(filled),
  ]
}

function lists({ posts }: Filled): WorstCase[] {
  const several = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index)).join('&')
  const texts = ['name', 'body'].flatMap((name) =>
    ['contains', 'startsWith', 'endsWith', 'ne', 'gt'].map((operator) => `${name}[${operator}]`),
  )
  const words = Array.from({ length: 100 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('+')
  return [
    { name: 'list of 20 posts', make: (round) => get(`/api/posts?count=none&title[ne]=${round}`) },
    { name: 'list of 100 posts, all fields', make: (round) => get(`/api/posts?limit=100&title[ne]=${round}`) },
    {
      name: 'populate, 100 posts of 100 tags',
      make: (round) => get(`/api/posts?limit=100&populate=author,category.parent,tags,cover&title[ne]=${round}`),
    },
    {
      name: 'populate, the largest allowed',
      make: (round) => get(`/api/posts?limit=18&populate=author,category.parent,tags,cover&title[ne]=${round}`),
    },
    {
      name: 'populate at two levels',
      make: (round) => get(`/api/site?populate=frontPage.tags,frontPage.author&title[ne]=${round}`),
    },
    {
      name: '20 conditions on texts',
      make: (round) =>
        get(
          `/api/records?${texts.map((name) => `${name}=q${round}`).join('&')}&${several(10, (index) => `or[${index}][body][contains]=${index}${'q'.repeat(40)}`)}`,
        ),
    },
    {
      name: '10 groups of conditions',
      make: (round) =>
        get(
          `/api/records?${several(10, (index) => `or[${index}][body][contains]=${index}q${round}&or[${index}][name][endsWith]=${index}q`)}`,
        ),
    },
    {
      name: '50 values in three conditions',
      make: (round) =>
        get(
          `/api/posts?limit=100&${several(3, (index) => `${['id', 'author', 'category'][index]}[nin]=${posts.slice(round, round + 50).join(',')}`)}`,
        ),
    },
    {
      name: 'conditions through references',
      make: (round) => get(`/api/posts?tags.name[contains]=${round}&author.name[ne]=x&category.name[ne]=x&limit=100`),
    },
    {
      name: 'sort by five fields without an index',
      make: (round) => get(`/api/posts?sort=kind,-featured,category,author,title&title[ne]=${round}&limit=100`),
    },
    { name: 'deepest page', make: (round) => get(`/api/posts?page=100000&limit=100&title[ne]=${round}`) },
    { name: 'search for 100 single letters', make: () => get(`/api/posts?q=${words}&limit=100`) },
    { name: 'search for a word in every post', make: (round) => get(`/api/posts?q=word&limit=100&title[ne]=${round}`) },
    { name: 'search over the limit', make: () => get(`/api/posts?q=${'a+'.repeat(8000)}`) },
    {
      name: 'malformed cursor',
      make: () => get(`/api/posts?cursor=${randomBytes(11_000).toString('base64url')}`),
    },
    {
      name: 'cursor of 5,000 values',
      make: () => get(`/api/posts?cursor=${Buffer.from(JSON.stringify(Array(5000).fill(1))).toString('base64url')}`),
    },
    { name: 'longest address', make: () => get(`/api/posts?title=${'x'.repeat(16_000)}`) },
    { name: 'address over the limit', make: () => get(`/api/posts?title=${'x'.repeat(30_000)}`) },
    {
      name: 'most headers and cookies',
      make: () => ({ ...get('/api/posts?count=none'), headers: manyHeaders(90, 300) }),
    },
    {
      name: 'too many headers',
      make: () => ({ ...get('/api/posts?count=none'), headers: manyHeaders(140, 50) }),
    },
    { name: 'all content', make: (round) => get(`/api/content?limit=100&page=${10 + round}`) },
  ]
}

function bodies({ token, posts, topics }: Filled): WorstCase[] {
  const post = (path: string, value: unknown, method = 'POST') => json(path, value, token, method)
  const unique = () => randomBytes(8).toString('hex')
  const words = (bytes: number) => 'word '.repeat(bytes / 5)
  const rich = (count: number) => ({
    type: 'doc',
    content: Array.from({ length: count }, () => ({
      type: 'paragraph',
      content: [
        {
          type: 'text',
          text: 'a',
          marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://example.com/' } }],
        },
      ],
    })),
  })
  const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)])
  return [
    {
      name: 'JSON of 1 MiB in one field',
      make: () => post('/api/articles', { title: `A ${unique()}`, extra: { text: 'x'.repeat(MEBIBYTE - 200) } }),
    },
    {
      name: 'JSON of 500,000 values',
      make: () => post('/api/articles', { title: `A ${unique()}`, extra: Array(500_000).fill(1) }),
    },
    {
      name: 'JSON of 190,000 values',
      make: () => post('/api/articles', { title: `A ${unique()}`, extra: Array(190_000).fill(1) }),
    },
    {
      name: 'rich text of 190,000 invalid nodes',
      make: () =>
        post('/api/articles', { title: `A ${unique()}`, body: { type: 'doc', content: Array(190_000).fill({}) } }),
    },
    {
      name: '150,000 invalid rows',
      make: () =>
        post('/api/pages', {
          title: `A ${unique()}`,
          sections: Array(150).fill({ type: 'numbers', rows: Array(1000).fill({}) }),
        }),
    },
    {
      name: 'JSON of 1 MiB in unknown fields',
      make: () =>
        post('/api/articles', Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`f${index}`, 1]))),
    },
    { name: 'JSON of 2 MiB', make: () => post('/api/articles', { title: 'x'.repeat(2 * MEBIBYTE) }) },
    { name: 'deepest JSON', make: () => post('/api/articles', { title: `A ${unique()}`, extra: nest(95) }) },
    {
      name: 'JSON of 500,000 levels',
      make: () => ({ ...post('/api/articles', 0), body: Buffer.from('['.repeat(500_000) + ']'.repeat(500_000)) }),
    },
    {
      name: 'number of a million digits',
      make: () => ({ ...post('/api/articles', 0), body: Buffer.from(`{"rating":${'9'.repeat(1_000_000)}}`) }),
    },
    {
      name: 'longest plain text as rich text',
      make: () => post('/api/articles', { title: `A ${unique()}`, body: words(500_000) }),
    },
    {
      name: 'rich text of most nodes',
      make: () => post('/api/articles', { title: `A ${unique()}`, body: rich(6800) }),
    },
    {
      name: 'most blocks, each a rich text',
      make: () =>
        post('/api/articles', {
          title: `A ${unique()}`,
          parts: Array.from({ length: 200 }, () => ({ type: 'prose', text: words(5000) })),
        }),
    },
    {
      name: 'most rows in a block',
      make: () =>
        post('/api/pages', {
          title: `A ${unique()}`,
          sections: Array.from({ length: 20 }, () => ({
            type: 'numbers',
            rows: Array.from({ length: 1000 }, () => ({ label: 'x', value: 1 })),
          })),
        }),
    },
    { name: 'most tags', make: () => post('/api/records', { name: unique(), tags: topics.slice(0, 100) }) },
    { name: '26,000 tags', make: () => post('/api/records', { name: unique(), tags: Array(26_000).fill(topics[0]) }) },
    {
      name: 'longest text that a pattern is matched against',
      make: () => post('/api/articles', { title: 'AB', code: `ABC-${'1'.repeat(900_000)}x` }),
    },
    { name: 'longest text turned into a slug', make: () => post('/api/articles', { title: '漢'.repeat(80) }) },
    {
      name: 'bulk of 500, 8 MiB',
      make: () =>
        post('/api/posts/bulk', {
          operations: Array.from({ length: 500 }, () => ({
            action: 'create',
            data: { title: `B ${unique()}`, body: words(15_000) },
          })),
        }),
    },
    {
      name: 'bulk of 500 changes',
      make: (round) =>
        post('/api/posts/bulk', {
          operations: posts
            .slice(0, 500)
            .map((id) => ({ action: 'update', id, data: { summary: `Changed ${round} ${unique()}` } })),
        }),
    },
    {
      name: 'bulk of 500 with 100 tags each',
      make: () =>
        post('/api/records/bulk', {
          operations: Array.from({ length: 500 }, () => ({
            action: 'create',
            data: { name: unique(), tags: topics.slice(0, 100) },
          })),
        }),
    },
    {
      name: 'bulk of 500 invalid operations',
      make: () =>
        post('/api/articles/bulk', {
          operations: Array.from({ length: 500 }, () => ({
            action: 'create',
            data: Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 1])),
          })),
        }),
    },
    {
      name: 'form of 1,000 fields, 1 MiB',
      make: () =>
        form(
          '/admin/content?collection=articles',
          Array.from({ length: 990 }, (_, index) => [`links.${index}`, 'x'.repeat(1000)] as const),
          token,
        ),
    },
    {
      name: 'form of 300,000 fields',
      make: () => ({
        ...form('/admin/content?collection=articles', [], token),
        body: Buffer.from('a&'.repeat(500_000)),
      }),
    },
    {
      name: 'form of 1 MiB of escapes',
      make: () => ({ ...form('/auth/login', [], ''), body: Buffer.from(`email=${'%41'.repeat(349_000)}`) }),
    },
    {
      name: 'multipart of 15,000 parts',
      make: () =>
        multipart(
          '/admin/content?collection=articles',
          Array.from({ length: 15_000 }, (_, index) => [`f${index}`, Buffer.from('x')] as const),
          token,
        ),
    },
  ]
}

async function files({ service, token }: Filled): Promise<WorstCase[]> {
  const picture = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#888' } })
    .jpeg({ quality: 40 })
    .toBuffer()
  const noise = await sharp(randomBytes(3000 * 1000 * 3), { raw: { width: 3000, height: 1000, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
  const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const upload = (bytes: Buffer, name: string, type: string) => (round: number) =>
    multipart(
      '/api/media/upload',
      [
        [
          'file',
          Buffer.concat([bytes, Buffer.from(` ${round}${randomBytes(4).toString('hex')}`)]),
          name,
          type,
        ] as const,
      ],
      token,
    )
  const first = upload(picture, 'large.jpg', 'image/jpeg')(0)
  const stored = await service.fetch(first.path, {
    method: 'POST',
    headers: first.headers.map(([name, value]): [string, string] => [name, value]),
    body: new Uint8Array(first.body ?? []),
  })
  const { id } = ((await stored.json()) as { data: { id: string } }).data
  const many = Array.from(
    { length: 20 },
    (_, index) => ['file', Buffer.concat([PIXEL, randomBytes(8)]), `p${index}.png`, 'image/png'] as const,
  )
  return [
    {
      name: 'upload of a picture of 25 megapixels',
      afterwards: 5000,
      make: upload(picture, 'large.jpg', 'image/jpeg'),
    },
    { name: 'upload of an image of random pixels', afterwards: 5000, make: upload(noise, 'noise.jpg', 'image/jpeg') },
    { name: 'upload of a picture of 256 megapixels, not decoded', make: upload(bomb, 'bomb.png', 'image/png') },
    {
      name: 'upload of 10 MiB of text',
      make: upload(Buffer.from(' '.repeat(10 * MEBIBYTE - 2000)), 'x.svg', 'image/svg+xml'),
    },
    {
      name: 'upload of XML that may be SVG',
      make: upload(Buffer.from(`<?xml ${'<!-- '.repeat(200_000)}`), 'x.svg', 'image/svg+xml'),
    },
    {
      name: 'work on a picture of 25 megapixels',
      afterwards: 8000,
      make: () =>
        json(
          '/api/media/process',
          { id, operations: [{ type: 'crop', x: 0, y: 0, width: 2200, height: 2200 }] },
          token,
        ),
    },
    { name: 'upload of 20 files', make: () => multipart('/api/media/upload', many, token) },
    {
      name: 'upload of 20,000 empty parts',
      make: () =>
        multipart(
          '/api/media/upload',
          Array.from({ length: 20_000 }, () => ['tag', Buffer.alloc(0)] as const),
          token,
        ),
    },
    {
      name: 'upload without a closing boundary',
      make: () => ({ ...multipart('/api/media/upload', [], token), body: Buffer.from('\r\n--form'.repeat(1_000_000)) }),
    },
  ]
}

function credentials({ email, token, apiToken }: Filled): WorstCase[] {
  const login = (address: string, password: string) => json('/api/auth/login', { email: address, password })
  const me = (value: string): Sent => ({
    method: 'GET',
    path: '/api/auth/me',
    headers: [['Authorization', `Bearer ${value}`]],
  })
  return [
    { name: 'sign-in', make: () => login(email, PASSWORD) },
    {
      name: 'sign-in with a wrong password of 256 characters',
      make: (round) => login(`nobody-${round}@example.com`, 'x'.repeat(256)),
    },
    {
      name: 'registration',
      make: () =>
        json('/auth/register', {
          email: `n-${randomBytes(6).toString('hex')}@example.com`,
          password: `${randomBytes(100).toString('hex')}`,
        }),
    },
    { name: 'access token', make: () => me(token) },
    { name: 'API token', make: () => me(apiToken) },
    { name: 'token of 8,000 characters', make: () => me(`${token.split('.')[0]}.${'x'.repeat(8000)}.x`) },
    {
      name: 'unknown API token',
      make: () => me(`${apiToken.slice(0, -20)}${randomBytes(10).toString('hex')}`),
    },
  ]
}

function pages({ token }: Filled): WorstCase[] {
  const page = (path: string): Sent => ({
    method: 'GET',
    path,
    headers: [
      ['Accept', 'text/html'],
      ['Cookie', `auth_token=${token}`],
    ],
  })
  return [
    { name: 'OpenAPI document', make: () => get('/api/') },
    { name: 'OpenAPI document, indented', make: () => get('/api/?pretty') },
    { name: 'reference page', make: () => page('/docs/') },
    { name: 'dashboard', make: () => page('/admin/') },
    { name: 'list in the admin, 100 rows', make: () => page('/admin/content/?collection=posts&limit=100') },
    { name: 'form in the admin', make: () => page('/admin/content/new?collection=articles') },
    { name: 'page of the database', make: () => page('/admin/database') },
    { name: 'export of users', make: () => page('/admin/users/export') },
    { name: 'audit log', make: () => page('/admin/audit?limit=100') },
  ]
}

function tools({ token }: Filled): WorstCase[] {
  const query = (sql: string) => json('/admin/database/query', { query: sql }, token)
  return [
    { name: 'SQL console, most rows', make: () => query('SELECT * FROM posts, tags') },
    { name: 'backup', isJob: true, make: () => json('/admin/database/backup', {}, token) },
    {
      name: 'sample data, 500 documents',
      isJob: true,
      make: (round) =>
        json('/admin/seed-data/generate', { contentCount: 500, userCount: 0, mediaCount: 0, seed: round }, token),
    },
  ]
}

function get(path: string): Sent {
  return { method: 'GET', path, headers: [] }
}

function json(path: string, value: unknown, token = '', method = 'POST'): Sent {
  const body = Buffer.from(JSON.stringify(value))
  return { method, path, headers: [['Content-Type', 'application/json'], ...signedIn(token)], body }
}

function form(path: string, fields: readonly (readonly [string, string])[], token: string): Sent {
  const body = Buffer.from(new URLSearchParams(fields.map(([name, value]) => [name, value])).toString())
  return {
    method: 'POST',
    path,
    headers: [['Content-Type', 'application/x-www-form-urlencoded'], ...signedIn(token)],
    body,
  }
}

type Part = readonly [name: string, bytes: Buffer, filename?: string, type?: string]

function multipart(path: string, parts: readonly Part[], token: string): Sent {
  const boundary = 'form-of-the-benchmark'
  const written = parts.flatMap(([name, bytes, filename, type]) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: ${type}`
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]
  })
  const body = Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)])
  return {
    method: 'POST',
    path,
    headers: [['Content-Type', `multipart/form-data; boundary=${boundary}`], ...signedIn(token)],
    body,
  }
}

function signedIn(token: string): [string, string][] {
  return token === '' ? [] : [['Authorization', `Bearer ${token}`]]
}

function manyHeaders(count: number, length: number): [string, string][] {
  const cookies = Array.from({ length: 20 }, (_, index) => `c${index}=${'x'.repeat(50)}`).join('; ')
  return [
    ['Cookie', cookies],
    ...Array.from({ length: count }, (_, index): [string, string] => [`X-H${index}`, 'x'.repeat(length)]),
  ]
}

/** PNG of one gray pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
