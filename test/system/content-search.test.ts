import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from '../runtime/fixture.ts'

const root = fileURLToPath(new URL('../fixtures/titles', import.meta.url))
const service = sharedService({ root })
const editor = as('editor')

const LETTERS = [
  'Annual report',
  'annual meeting',
  'Äpfel',
  'Zebra',
  '50% off',
  '50 more',
  'a_b',
  'axb',
  'ANNUL',
  'Letter: annual',
]

beforeAll(async () => {
  for (const title of LETTERS) {
    await service.json('/api/letters', { body: { title, status: 'published' }, headers: editor })
  }
  await service.json('/api/letters', { body: { title: 'Annual secret' }, headers: editor })
  await service.json('/api/letters', { body: { body: 'without a title', status: 'published' }, headers: editor })
  await service.json('/api/dossiers', { body: { subject: 'Annual file' }, headers: editor })
})

const ask = (query: string, headers: Readonly<Record<string, string>> = {}) =>
  service.json(`/api/content?${query}`, { headers })

async function titles(query: string, headers?: Readonly<Record<string, string>>): Promise<(string | null)[]> {
  const { status, body } = await ask(query, headers)
  expect([query, status, body.detail]).toEqual([query, 200, undefined])
  expect(body.pagination.total ?? body.data.length).toBe(body.data.length)
  return body.data.map(({ title }: { title: string | null }) => title)
}

describe('q', () => {
  it('finds what titles begin with, in their order, whatever the case of a to z', async () => {
    for (const q of ['annu', 'ANNU', 'Annu']) {
      expect(await titles(`q=${q}`)).toEqual(['annual meeting', 'Annual report', 'ANNUL'])
    }
  })

  it('takes every character for itself', async () => {
    expect(await titles(`q=${encodeURIComponent('50%')}`)).toEqual(['50% off'])
    expect(await titles('q=a_')).toEqual(['a_b'])
    expect(await titles(`q=${encodeURIComponent('Äp')}`)).toEqual(['Äpfel'])
    expect(await titles(`q=${encodeURIComponent("' OR 1=1 --")}`)).toEqual([])
    expect(await titles('q=nothing')).toEqual([])
  })

  it('shows drafts to those who may see them, and goes with the other parameters', async () => {
    expect(await titles('q=annual', editor)).toEqual([
      'Annual file',
      'annual meeting',
      'Annual report',
      'Annual secret',
    ])
    expect(await titles('q=annual&status=draft', editor)).toEqual(['Annual secret'])
    expect(await titles('q=annual&collection=dossiers', editor)).toEqual(['Annual file'])
    expect(await titles('q=annual&sort=-title')).toEqual(['Annual report', 'annual meeting'])
    expect(await titles('q=annual&sort=createdAt', editor)).toEqual([
      'Annual report',
      'annual meeting',
      'Annual secret',
      'Annual file',
    ])
  })

  it.each(['', '&sort=-title', '&sort=createdAt', '&sort=-updatedAt'])('goes on after a cursor: %j', async (sort) => {
    const all = await titles(`q=ann${sort}`, editor)
    expect(all).toHaveLength(5)
    const seen: (string | null)[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await ask(`q=ann&limit=2${sort}${cursor && `&cursor=${cursor}`}`, editor)
      seen.push(...body.data.map(({ title }: { title: string }) => title))
      cursor = body.pagination.nextCursor
    }
    expect(seen).toEqual(all)
  })

  it('and another q are not for one cursor', async () => {
    const { nextCursor } = (await ask('q=ann&limit=1')).body.pagination
    expect((await ask(`q=an&limit=1&cursor=${nextCursor}`)).body.code).toBe('invalid_query')
  })

  it('says nothing of titles that the caller does not see', async () => {
    expect(await titles('q=annual')).not.toContain('Annual file')
    expect((await ask('q=annual&collection=dossiers')).body.data).toEqual([])
    expect((await ask('q=annual&collection=dossiers')).body.pagination.total).toBe(0)
  })

  it.each(['q=', `q=${'x'.repeat(201)}`, 'q=a&q=b'])('is text of 1 to 200 characters: %s', async (query) => {
    expect((await ask(query)).body.code).toBe('invalid_query')
  })
})

describe('the order of titles', () => {
  it('is that of people for a to z, and has what has no title first', async () => {
    const sorted = await titles('sort=title&collection=letters')
    expect(sorted[0]).toBeNull()
    expect(sorted.slice(1)).toEqual([
      '50 more',
      '50% off',
      'a_b',
      'annual meeting',
      'Annual report',
      'ANNUL',
      'axb',
      'Letter: annual',
      'Zebra',
      'Äpfel',
    ])
    expect(await titles('sort=-title&collection=letters')).toEqual(sorted.toReversed())
  })

  it('is not for those who do not see all of them', async () => {
    for (const query of ['sort=title', 'sort=-title&collection=dossiers']) {
      const { status, body } = await ask(query)
      expect([query, status, body.code]).toEqual([query, 400, 'invalid_query'])
      expect(body.detail).toContain('You may not see the titles of dossiers')
      expect((await ask(query, editor)).status).toBe(200)
    }
  })
})
