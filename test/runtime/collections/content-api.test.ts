import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ root: fileURLToPath(new URL('../../fixtures/reading', import.meta.url)) })
const editor = as('editor', 'eve')
const next = counter()

const send = async (path: string, method: string, body?: object) =>
  service.json(`/api/${path}`, { method, headers: editor, ...(body ? { body } : {}) })
const create = async (collection: string, body: object) => {
  const answer = await send(collection, 'POST', body)
  expect([answer.status, answer.body.detail]).toEqual([201, undefined])
  return answer.body.data
}
const titles = async (query: string) => {
  const { status, body } = await service.json(`/api/reports?${query}`, { headers: editor })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.data.map(({ title }: { title: string }) => title)
}

describe('conditions and orders on what every document has', () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const muchLater = new Date(Date.now() + 7_200_000).toISOString()

  it('know when a document is due, and its version', async () => {
    await create('reports', { title: 'State draft' })
    const live = await create('reports', { title: 'State live', status: 'published' })
    await create('reports', { title: 'State later', status: 'scheduled', scheduledAt: later })
    await create('reports', { title: 'State much later', status: 'scheduled', scheduledAt: muchLater })
    await send(`reports/${live.id}`, 'PATCH', { margin: 'changed' })
    const among = 'title[startsWith]=State&'
    expect(await titles(`${among}scheduledAt[lte]=${later}`)).toEqual(['State later'])
    expect(await titles(`${among}scheduledAt[null]=false&sort=-scheduledAt`)).toEqual([
      'State much later',
      'State later',
    ])
    expect(await titles(`${among}version[gt]=1`)).toEqual(['State live'])
    expect(await titles(`${among}sort=-version,title&limit=1`)).toEqual(['State live'])
    expect(await titles(`${among}sort=scheduledAt,title&limit=2`)).toEqual(['State draft', 'State live'])
  })

  it('page through them by cursor', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const query = `title[startsWith]=State&sort=-scheduledAt,title&limit=1${cursor}`
      const { body } = await service.json(`/api/reports?${query}`, { headers: editor })
      seen.push(...body.data.map(({ title }: { title: string }) => title))
      cursor = body.pagination.nextCursor === null ? '' : `&cursor=${body.pagination.nextCursor}`
    } while (cursor !== '')
    expect(seen).toEqual(['State much later', 'State later', 'State draft', 'State live'])
  })

  it('take several statuses, and all but some', async () => {
    const among = 'title[startsWith]=State&sort=title&'
    expect(await titles(`${among}status[in]=draft,published`)).toEqual(['State draft', 'State live'])
    expect(await titles(`${among}status[ne]=scheduled`)).toEqual(['State draft', 'State live'])
    expect(await titles(`${among}status[nin]=draft,scheduled`)).toEqual(['State live'])
    expect(await titles(`${among}or[0][status]=draft&or[1][version][gt]=1`)).toEqual(['State draft', 'State live'])
    expect(await titles(`${among}status[nin]=draft,scheduled,published`)).toEqual([])
    const { body } = await service.json('/api/reports?status[in]=drafd', { headers: editor })
    expect([body.code, body.detail]).toEqual(['invalid_query', 'There is no status drafd. Did you mean draft?'])
    const anonymous = await service.json(`/api/reports?${among}status[in]=draft,published`)
    expect(anonymous.body.data.map(({ title }: { title: string }) => title)).toEqual(['State live'])
  })
})

describe('PATCH', () => {
  it('merges groups property by property, and replaces lists and blocks', async () => {
    const [ada, bob] = [await create('people', { name: 'Ada' }), await create('people', { name: 'Bob' })]
    const { id } = await create('reports', {
      title: 'Grouped',
      team: { lead: ada.id, members: [{ person: ada.id, role: 'one' }] },
      gallery: [ada.id, bob.id],
    })
    const change = async (body: object) => (await send(`reports/${id}`, 'PATCH', body)).body.data
    expect((await change({ team: { lead: bob.id } })).team).toEqual({
      lead: bob.id,
      members: [{ person: ada.id, role: 'one' }],
    })
    expect((await change({ team: { members: [{ role: 'two' }] } })).team).toEqual({
      lead: bob.id,
      members: [{ role: 'two' }],
    })
    expect((await change({ team: { lead: null } })).team.lead).toBeNull()
    expect((await change({ gallery: [bob.id] })).gallery).toEqual([bob.id])
    expect((await change({ team: null })).team).toBeNull()
    const { status, body } = await send(`reports/${id}`, 'PATCH', { team: { leed: ada.id } })
    expect([status, body.errors[0].path]).toEqual([422, 'team.leed'])
  })

  it('fifty at once on one document all succeed, and changes of different fields are all kept', async () => {
    const { id } = await create('reports', { title: 'Contended', facts: {} })
    const changes = Array.from({ length: 50 }, (_, n) =>
      send(`reports/${id}`, 'PATCH', n % 2 === 0 ? { views: n } : n % 3 === 0 ? { margin: `m${n}` } : { facts: { n } }),
    )
    const answers = await Promise.all(changes)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    const { data } = (await service.json(`/api/reports/${id}`, { headers: editor })).body
    expect(data.version).toBe(51)
    expect([data.views % 2, data.margin[0], Object.keys(data.facts)]).toEqual([0, 'm', ['n']])
  })
})

describe('deleting what a list must hold', () => {
  it('is refused while the list would become too short', async () => {
    const [one, two] = [await create('cities', { name: 'One' }), await create('cities', { name: 'Two' })]
    const tour = await create('tours', { name: 'Both', stops: [one.id, two.id], guides: [] })
    const refused = await send(`cities/${one.id}`, 'DELETE')
    expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
    expect(refused.body.errors).toEqual([
      { path: 'tours.stops', code: 'in_use', message: `tours ${tour.id} refers to it.` },
    ])
    const three = await create('cities', { name: 'Three' })
    await send(`tours/${tour.id}`, 'PATCH', { stops: [one.id, two.id, three.id] })
    expect((await send(`cities/${one.id}`, 'DELETE')).status).toBe(204)
    const operations = [
      { action: 'delete', id: two.id },
      { action: 'delete', id: three.id },
    ]
    expect((await send('cities/bulk', 'POST', { operations })).status).toBe(409)
    expect((await service.json(`/api/tours/${tour.id}`)).body.data.stops).toEqual([two.id, three.id])
  })
})

describe('a slug', () => {
  it.each([
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['Москва', 'moskva'],
    ['Ελλάδα', 'ellada'],
    ['日本語', 'ri-ben-yu'],
    ['ひらがな', 'hiragana'],
    ['한국어', 'hangugeo'],
    ['Ünïcödé', 'unicode'],
    ['emoji 🙂 only ascii', 'emoji-only-ascii'],
  ])('is made of %s', async (name, slug) => {
    expect((await create('tours', { name, stops: await cities() })).slug).toBe(slug)
  })

  const cities = async () =>
    Promise.all([1, 2].map(async () => (await create('cities', { name: `City ${next()}` })).id as string))
})

describe('a json field', () => {
  it('keeps every member, whatever its name', async () => {
    const facts = '{"__proto__":{"a":1},"constructor":2,"deep":[{"__proto__":null}]}'
    const answer = await service.fetch('/api/reports', {
      method: 'POST',
      headers: { ...editor, 'content-type': 'application/json' },
      body: `{"title":"Names","facts":${facts}}`,
    })
    expect(answer.status).toBe(201)
    expect(await answer.text()).toContain(`"facts":${facts}`)
  })
})
