import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'
import { editing } from './content-page.ts'

const service = sharedService({ observe: true })
const { open, send, create } = editing(service)

const LIST = '/admin/content/?collection=articles'

/** Titles in the list, as they stand. */
const titlesIn = (text: string) => [...text.matchAll(/data-open[^>]*>([^<]*)</g)].map(([, title]) => title)
const follow = async (path: string) => {
  const { status, location } = await open(path)
  expect(status).toBe(302)
  return { address: location, ...(await open(location)) }
}

describe('filters of a list', () => {
  it('are said in the words of the API', async () => {
    await create('articles', { title: 'Amber light', rating: 2, day: '2020-05-01' })
    await create('articles', { title: 'Blue hour', rating: 4, day: '2021-05-01', summary: 'Dusk' })
    const { address, text } = await follow(
      `${LIST}&op~title=startsWith&value~title=Amb&op~code=contains&value~code=&rating%5Bgte%5D=&value~author~add=`,
    )
    expect(address).toBe('/admin/content/?title%5BstartsWith%5D=Amb&collection=articles')
    expect(titlesIn(text)).toEqual(['Amber light'])
    expect(text).toMatch(/<option value="startsWith" selected/)
  })

  it('compare each type in its own way', async () => {
    const person = await create('people', { name: 'Filtered by' })
    await create('articles', { title: 'By somebody', author: person.id, kind: 'review', featured: true, rating: 5 })
    const found = async (query: string) => titlesIn((await open(`${LIST}&${query}`)).text)
    expect(await found('op~kind=eq&value~kind=review')).toEqual([])
    expect(titlesIn((await follow(`${LIST}&op~kind=eq&value~kind=review`)).text)).toEqual(['By somebody'])
    const byPerson = await follow(`${LIST}&op~author=eq&value~author=${person.id}`)
    expect(titlesIn(byPerson.text)).toEqual(['By somebody'])
    expect(byPerson.text).toContain('Filtered by</span>')
    expect(titlesIn((await follow(`${LIST}&op~author=filled`)).text)).toEqual(['By somebody'])
    expect(titlesIn((await follow(`${LIST}&op~kind=ne&value~kind=news`)).text)).toEqual(['By somebody'])
    expect(await found('featured=true')).toEqual(['By somebody'])
    expect(await found('rating%5Bgte%5D=3&rating%5Blte%5D=4')).toEqual(['Blue hour'])
    expect(await found('day%5Blte%5D=2020-12-31')).toEqual(['Amber light'])
  })

  it('take the end of a day as its end', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const { address, text } = await follow(`${LIST}&createdAt%5Bgte%5D=${today}&until~createdAt=${today}`)
    expect(address).toContain(`createdAt%5Blte%5D=${today}T23%3A59%3A59.999Z`)
    expect(titlesIn(text).length).toBeGreaterThan(2)
    expect(text).toContain(`name="until~createdAt" value="${today}"`)
  })

  it('tell a script the address to show', async () => {
    const answer = await service.fetch(`${LIST}&op~title=contains&value~title=blue`, {
      headers: { ...as('editor'), 'hx-request': 'true' },
    })
    expect(answer.headers.get('hx-push-url')).toBe('/admin/content/?title%5Bcontains%5D=blue&collection=articles')
    expect(titlesIn(await answer.text())).toEqual(['Blue hour'])
  })
})

describe('columns of a list', () => {
  it('are remembered for each person and collection', async () => {
    const columns = '/admin/content/columns?collection=articles'
    const chosen = [
      ['column', 'rating'],
      ['column', 'author'],
      ['column', 'nothing'],
      ['query', 'sort=title'],
    ] as const
    expect((await send(columns, chosen)).location).toBe('/admin/content/?sort=title&collection=articles')
    const mine = await open(LIST)
    expect(mine.text).toMatch(/<th[^>]*><a[^>]*>Rating/)
    expect(mine.text).toMatch(/<td[^>]*>Filtered by<\/td>/)
    expect(mine.text).not.toMatch(/<th[^>]*><a[^>]*>Updated/)
    expect((await open(LIST, 'admin')).text).toMatch(/<th[^>]*><a[^>]*>Updated/)
    expect((await send(columns, [])).status).toBe(303)
    expect((await open(LIST)).text).toMatch(/<th[^>]*><a[^>]*>Updated/)
  })

  it('look their names up together, however many there are', async () => {
    await send('/admin/content/columns?collection=articles', [['column', 'author']])
    const statements = async () => {
      await service.observed()
      await open(`${LIST}&title%5BstartsWith%5D=Written`)
      const asked = (await service.observed()).calls.flat()
      // Which plugins are active, and where the ledger stands, is asked now and then, whoever comes.
      return asked.filter(({ sql }) => !/\bplugins\b|AS position$/.test(sql)).length
    }
    const written = async (name: string) => {
      const person = await create('people', { name: `Looked up ${name}` })
      await create('articles', { title: `Written ${name}`, author: person.id })
    }
    await written('first')
    const forOne = await statements()
    for (const name of ['second', 'third', 'fourth']) await written(name)
    expect(await statements()).toBe(forOne)
    expect((await open(`${LIST}&title%5BstartsWith%5D=Written`)).text).toContain('Looked up fourth')
    await send('/admin/content/columns?collection=articles', [])
  })
})

describe('views of a list', () => {
  const views = '/admin/content/views?collection=articles'

  it('keep filters, sort and columns under a name', async () => {
    const made = await send(views, [
      ['name', 'Best ones'],
      ['query', 'rating[gte]=4&sort=-rating&cursor='],
      ['column', 'rating'],
    ])
    expect(made.location).toMatch(/^\/admin\/content\/\?rating%5Bgte%5D=4&sort=-rating&collection=articles&view=/)
    const shown = await open(made.location)
    expect(titlesIn(shown.text)).toEqual(['By somebody', 'Blue hour'])
    expect(shown.text).toMatch(/<th[^>]*aria-sort="descending"[^>]*><a[^>]*>Rating/)
    expect((await open(LIST)).text).toContain('Best ones</a>')
    expect((await open(LIST, 'admin')).text).not.toContain('Best ones')
    const [, id] = /view=([^&]+)/.exec(made.location) ?? []
    expect((await send(`/admin/content/views/${id}/delete?collection=articles`, [], 'admin')).status).toBe(404)
    expect((await send(`/admin/content/views/${id}/delete?collection=articles`, [])).status).toBe(303)
    expect((await open(LIST)).text).not.toContain('Best ones')
  })

  it('get another name, other columns and other filters', async () => {
    const made = await send(views, [
      ['name', 'First name'],
      ['query', 'rating[gte]=4'],
      ['column', 'rating'],
    ])
    const [, id] = /view=([^&]+)/.exec(made.location) ?? []
    const change = `/admin/content/views/${id}?collection=articles`
    const renamed = await send(change, [
      ['name', 'Second name'],
      ['query', 'rating[lte]=2'],
    ])
    expect(renamed.location).toMatch(/^\/admin\/content\/\?rating%5Bgte%5D=4&collection=articles&view=/)
    const shown = await open(renamed.location)
    expect(shown.text).toContain('Second name</a>')
    expect(shown.text).not.toContain('First name</a>')
    expect(shown.text).toMatch(/<th[^>]*><a[^>]*>Rating/)
    const filtered = await send(change, [
      ['name', 'Second name'],
      ['query', 'rating[lte]=2'],
      ['update', 'yes'],
      ['column', 'day'],
    ])
    expect(filtered.location).toContain('rating%5Blte%5D=2')
    const after = await open(filtered.location)
    expect(after.text).toMatch(/<th[^>]*><a[^>]*>Day/)
    expect(after.text).not.toMatch(/<th[^>]*><a[^>]*>Rating/)
    expect((await send(change, [['name', ' ']])).status).toBe(422)
    expect((await send(change, [['name', 'Mine']], 'admin')).status).toBe(404)
    await send(`/admin/content/views/${id}/delete?collection=articles`, [])
  })

  it('are shared by admins only', async () => {
    const shared = [
      ['name', 'For everybody'],
      ['query', ''],
      ['shared', 'yes'],
    ] as const
    expect((await send(views, shared)).status).toBe(403)
    const { location } = await send(views, shared, 'admin')
    expect((await open(LIST)).text).toContain('For everybody</a>')
    const [, id] = /view=([^&]+)/.exec(location) ?? []
    expect((await send(`/admin/content/views/${id}/delete?collection=articles`, [])).status).toBe(403)
    expect((await send(`/admin/content/views/${id}?collection=articles`, [['name', 'Mine']])).status).toBe(403)
    expect((await send(views, [['name', ' ']])).status).toBe(422)
    expect((await send(views, shared, 'viewer')).status).toBe(403)
  })
})

describe('many documents at once', () => {
  it('are scheduled together, or none of them', async () => {
    const first = await create('articles', { title: 'Later one' })
    const second = await create('articles', { title: 'Later two' })
    const schedule = (at: string) =>
      send('/admin/content/bulk?collection=articles', [
        ['action', 'schedule'],
        ['scheduledAt', at],
        ['id', first.id],
        ['id', second.id],
      ])
    expect((await schedule('')).status).toBe(422)
    expect((await schedule('2001-01-01T00:00')).status).toBe(422)
    expect((await schedule('2090-01-01T00:00')).location).toContain('did=schedule')
    const { body } = await service.json(`/api/articles/${second.id}`, { headers: as('editor') })
    expect(body.data).toMatchObject({ status: 'scheduled', scheduledAt: '2090-01-01T00:00:00.000Z' })
  })

  it('are published with their pending changes, at once or at a time, as beside their forms', async () => {
    const asEditor = { headers: as('editor') }
    const live = await create('articles', { title: 'Live', status: 'published' })
    const fresh = await create('articles', { title: 'Fresh' })
    const keep = (body: object) =>
      service.json(`/api/articles/${live.id}?draft=true`, { ...asEditor, method: 'PATCH', body })
    const act = (action: string) =>
      send('/admin/content/bulk?collection=articles', [
        ['action', action],
        ['scheduledAt', '2090-01-01T00:00'],
        ['id', live.id],
        ['id', fresh.id],
      ])
    await keep({ title: 'Live, changed' })
    const { location } = await act('publish')
    expect(location).toContain('did=publish.2.0')
    expect(new URLSearchParams(location.split('?')[1]).get('undo')?.split(',')).toHaveLength(2)
    const read = async () => (await service.json(`/api/articles/${live.id}`, asEditor)).body.data
    expect(await read()).toMatchObject({ title: 'Live, changed', hasDraft: false })
    await keep({ title: 'Live, later' })
    expect((await act('schedule')).location).toContain('did=schedule.1.1')
    expect(await read()).toMatchObject({ title: 'Live, changed', status: 'published', hasDraft: true })
    const { body } = await service.json(`/api/articles/${live.id}?draft=true`, asEditor)
    expect(body.data).toMatchObject({ title: 'Live, later', scheduledAt: '2090-01-01T00:00:00.000Z' })
  })
})
