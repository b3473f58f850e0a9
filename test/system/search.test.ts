import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { FIXTURE, sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: FIXTURE })
const headers = as('editor')

async function create(collection: string, body: object): Promise<string> {
  const { status, body: answer } = await service.json(`/api/${collection}`, { body, headers })
  expect(status, JSON.stringify(answer)).toBe(201)
  return answer.data.id
}

beforeAll(async () => {
  const long = `${'Nothing to see. '.repeat(60)}The old harbour burns at night. ${'And so on. '.repeat(60)}`
  await create('records', { name: 'A night at sea', body: long })
  await create('records', { name: 'Harbour lights', body: 'No ships.', status: 'published' })
  await create('records', { name: 'Café', body: 'Crème brûlée by the harbours', status: 'published' })
  await create('topics', { name: 'The inner harbour of Hamburg' })
  await create('topics', { name: 'Airports' })
})

const found = async (q: string, more = '') =>
  (await service.json(`/admin/content/?q=${encodeURIComponent(q)}${more}`, { headers })).body

describe('the search over all collections', () => {
  it('finds words in titles and texts, those in titles first, and shows the text around them', async () => {
    const { data } = await found('harbour')
    const titles = data.map(({ title }: { title: string }) => title)
    expect(titles[0]).toBe('Harbour lights')
    expect(titles[1]).toBe('The inner harbour of Hamburg')
    expect(titles.slice(2).toSorted()).toEqual(['A night at sea', 'Café'])
    const [night] = data.filter(({ title }: { title: string }) => title === 'A night at sea')
    expect(night).toMatchObject({ collection: 'records', status: 'draft' })
    expect(night.excerpt).toContain('The old harbour burns at night.')
    expect(night.excerpt.length).toBeLessThanOrEqual(260)
  })

  it('wants every word, the last one as a beginning, whatever the accents and the case', async () => {
    const titles = async (q: string) => (await found(q)).data.map(({ title }: { title: string }) => title)
    expect(await titles('BURNS harb')).toEqual(['A night at sea'])
    expect(await titles('creme')).toEqual(['Café'])
    expect(await titles('airp')).toEqual(['Airports'])
    expect(await titles('ports')).toEqual([])
    expect(await titles('harbour airports')).toEqual([])
    expect(await titles('" OR * (')).toEqual([])
  })

  it('asks for a status, and refuses what is none', async () => {
    const drafts = await found('harbour', '&status=draft')
    expect(drafts.data.map(({ title }: { title: string }) => title)).toEqual(['A night at sea'])
    expect(await found('harbour', '&status=gone')).toMatchObject({ code: 'invalid_query' })
    expect(await found('x'.repeat(201))).toMatchObject({ code: 'invalid_query' })
  })

  it('marks the words on its page', async () => {
    const page = await service.fetch('/admin/content/?q=harbour', { headers: { ...headers, accept: 'text/html' } })
    const html = await page.text()
    expect(html).toContain('The old <mark>harbour</mark> burns')
    expect(html).toContain('<mark>harbours</mark>')
  })
})

describe('what Ctrl+K offers', () => {
  const groups = async (q: string, role = 'editor') => {
    const { body } = await service.json(`/admin/api/go?q=${encodeURIComponent(q)}`, { headers: as(role) })
    return Object.fromEntries(
      body.data.map(({ title, destinations }: { title: string; destinations: { label: string }[] }) => [
        title,
        destinations.map(({ label }) => label),
      ]),
    )
  }

  it('is pages below those of the menu, forms, actions, people and guides as well', async () => {
    expect(await groups('secur', 'admin')).toMatchObject({ 'Go to': ['Security'], Help: expect.any(Array) })
    expect((await groups('new rec')).Create).toEqual(['New document in Records'])
    expect((await groups('sign out')).Actions).toEqual(['Sign out'])
    expect((await groups('records'))['Go to']).toContain('Records')
    expect((await groups('trash'))['Go to']).toContain('Trash')
  })

  it('leads nobody where they may not go', async () => {
    expect((await groups('secur'))['Go to']).toBeUndefined()
    expect((await groups('user'))['Go to']).toBeUndefined()
    expect((await groups('user')).People).toBeUndefined()
    expect((await groups('user', 'admin'))['Go to']).toContain('Users')
  })
})
