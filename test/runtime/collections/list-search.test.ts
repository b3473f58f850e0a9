import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')

beforeAll(async () => {
  const rows = [
    {
      name: 'Old coffee',
      body: 'about tea, mostly, and about a great many other things that have nothing to do with it',
    },
    { name: 'Coffee coffee', body: 'coffee' },
    { name: 'Crème brûlée', body: 'from Łódź and Tōkyō' },
    { name: 'C++ and F#', body: 'e-mail; AND OR NOT NEAR' },
    { name: '日本語', body: 'Привет мир' },
    { name: 'Draft coffee', status: 'draft' },
  ]
  for (const [index, row] of rows.entries()) {
    await service.json('/api/records', { body: { status: 'published', amount: index, ...row }, headers: editor })
  }
})

const search = async (q: string, rest = '', headers: Record<string, string> = {}) => {
  const { status, body } = await service.json(`/api/records?q=${encodeURIComponent(q)}${rest}`, { headers })
  expect([q, status, body.detail]).toEqual([q, 200, undefined])
  expect(body.pagination.total).toBe(body.data.length)
  return body.data.map(({ name }: { name: string }) => name)
}

describe('q', () => {
  test('ranks the best first, unless a sort is given', async () => {
    expect(await search('coffee')).toEqual(['Coffee coffee', 'Old coffee'])
    expect(await search('coffee', '&sort=createdAt')).toEqual(['Old coffee', 'Coffee coffee'])
    expect(await search('coffee', '&sort=-amount')).toEqual(['Coffee coffee', 'Old coffee'])
  })

  test('finds drafts only for those who see them', async () => {
    expect(await search('draft')).toEqual([])
    expect(await search('draft', '', editor)).toEqual(['Draft coffee'])
    expect(await search('coffee', '&status=draft', editor)).toEqual(['Draft coffee'])
  })

  test('takes the last word as a beginning, and every word must be there', async () => {
    expect(await search('cof te')).toEqual([])
    expect(await search('coffee te')).toEqual(['Old coffee'])
    expect(await search('tea coffee')).toEqual(['Old coffee'])
    expect(await search('cre')).toEqual(['Crème brûlée'])
  })

  test('folds case and diacritics', async () => {
    expect(await search('CREME BRULEE')).toEqual(['Crème brûlée'])
    expect(await search('crème')).toEqual(['Crème brûlée'])
    expect(await search('tokyo')).toEqual(['Crème brûlée'])
    expect(await search('привет')).toEqual(['日本語'])
    expect(await search('日本')).toEqual(['日本語'])
  })

  test.each(['"', "'", '""', '*', '-', '(', ')', '^', ':', '😀', '...', ' ', '', '\u0000', '%', '{}', '+'])(
    'only punctuation, %j, finds nothing and harms nothing',
    async (q) => {
      expect(await search(q)).toEqual([])
      expect(await search(q, '&sort=amount')).toEqual([])
    },
  )

  test.each([
    ['"coffee', 2],
    ['coffee"', 2],
    ['coffee*', 2],
    ['(coffee', 2],
    ['name:coffee', 0],
    ['coffee AND', 0],
    ['coffee 😀', 2],
    ['NOT coffee', 0],
    ['and or not near', 1],
    ['NEAR(coffee tea, 5)', 0],
    ['c++', 6],
    ['e-mail', 1],
    ['-coffee', 2],
    ['^coffee', 2],
    ['coffee; DROP TABLE records', 0],
    ['cafe\u0301', 0],
    [`${'a '.repeat(99)}a`, 5],
  ])('%j is words and nothing else', async (q) => {
    await search(q)
  })

  test('is one condition among others, and has pages and cursors', async () => {
    expect(await search('coffee', '&amount=0')).toEqual(['Old coffee'])
    for (const sort of ['', '&sort=-amount']) {
      const first = (await service.json(`/api/records?q=coffee&limit=1${sort}`)).body
      expect(first.pagination).toMatchObject({ total: 2, hasNext: true })
      const cursor = first.pagination.nextCursor
      const second = (await service.json(`/api/records?q=coffee&limit=1${sort}&cursor=${cursor}`)).body
      expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['Coffee coffee', 'Old coffee'])
      expect(second.pagination.nextCursor).toBeNull()
      expect((await service.json(`/api/records?q=tea&limit=1${sort}&cursor=${cursor}`)).status).toBe(400)
    }
  })

  test('follows changes', async () => {
    const { body } = await service.json('/api/records', {
      body: { name: 'Walrus', status: 'published' },
      headers: editor,
    })
    expect(await search('walrus')).toEqual(['Walrus'])
    await service.json(`/api/records/${body.data.id}`, { method: 'PATCH', body: { name: 'Seal' }, headers: editor })
    expect(await search('walrus')).toEqual([])
    expect(await search('seal')).toEqual(['Seal'])
  })
})
