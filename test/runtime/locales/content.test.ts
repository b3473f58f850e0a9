import { beforeAll, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { localizedService } from './fixture.ts'

const api = localizedService()
const ids: Record<string, string> = {}

beforeAll(async () => {
  const documents = {
    both: { title: { en: 'Bread', de: 'Brot' }, status: 'published' },
    english: { title: { en: 'Cake' }, status: 'published', publishedLocales: ['en'] },
    german: { title: { en: 'Tart', de: 'Torte' }, status: 'published', publishedLocales: ['de'] },
    nowhere: { title: { en: 'Dough' }, status: 'published', publishedLocales: [] },
    draft: { title: { en: 'Yeast' }, publishedLocales: ['de'] },
  }
  for (const [name, document] of Object.entries(documents))
    ids[name] = (await api.post('/api/posts?locale=*', document)).data.id
})

const look = async (query: string) => {
  const { data, pagination, headers } = await api.visit(`/api/content?sort=title&${query}`)
  const titles = data.map(({ title }: { title: string }) => title)
  return { titles, total: pagination.total, language: headers.get('content-language') }
}

it('lists over all collections what is shown in the locale, with its titles', async () => {
  expect(await look('')).toEqual({ titles: ['Bread', 'Cake'], total: 2, language: 'en' })
  expect(await look('locale=de')).toEqual({ titles: ['Brot', 'Torte'], total: 2, language: 'de' })
  expect(await look('locale=pt-BR')).toEqual({ titles: ['Brot'], total: 1, language: 'pt-BR' })
  expect(await look('locale=de&collection=posts')).toMatchObject({ titles: ['Brot', 'Torte'], total: 2 })
  expect(await look('locale=de&q=t')).toMatchObject({ titles: ['Torte'], total: 1 })
  expect((await api.visit('/api/content?locale=de&fallback=none&sort=title')).data[0].slug).toBe('brot')
})

it('pages through it, and shows all to whoever is signed in', async () => {
  const first = await api.visit('/api/content?sort=title&limit=1&locale=de')
  const cursor = encodeURIComponent(first.pagination.nextCursor)
  const second = await api.visit(`/api/content?sort=title&limit=1&locale=de&cursor=${cursor}`)
  expect(second.data[0].title).toBe('Torte')
  expect((await api.visit(`/api/content?sort=title&limit=1&cursor=${cursor}`)).status).toBe(400)
  expect((await api.get('/api/content')).pagination.total).toBe(5)
  const unknown = await api.visit('/api/content?locale=fr')
  expect([unknown.status, unknown.code]).toEqual([400, 'invalid_query'])
})

it('has an ETag for each locale, and 304 for its own only', async () => {
  for (const path of [`/api/posts/${ids.both}`, '/api/posts', `/api/posts?fields=title`, '/api/content']) {
    const of = async (query: string, headers = {}) => api.service.fetch(`${path}${query}`, { headers })
    const at = (query: string) => (path.includes('?') ? query.replace('?', '&') : query)
    const tags = await Promise.all(
      ['', '?locale=de', '?locale=pt-BR', '?locale=*'].map(async (query) => (await of(at(query))).headers.get('etag')),
    )
    expect(new Set([tags[0], tags[1], tags[3]]).size, path).toBe(3)
    const ask = async (query: string, tag: string | null | undefined) =>
      (await of(at(query), { 'if-none-match': String(tag) })).status
    expect(await ask('?locale=de', tags[1]), path).toBe(304)
    expect(await ask('?locale=de', tags[0]), path).toBe(200)
    expect((await of(at('?locale=de'), { 'if-none-match': String(tags[1]) })).headers.get('content-language')).toBe(
      'de',
    )
  }
})

it('refuses an Idempotency-Key that was used in another locale', async () => {
  const create = (query: string) => {
    const headers = { ...as('editor'), 'idempotency-key': 'once' }
    return api.service.json(`/api/posts${query}`, { method: 'POST', headers, body: { title: 'Once' } })
  }
  const [first, again] = [await create(''), await create('?locale=en')]
  expect([first.status, again.status, again.body.data.id]).toEqual([201, 201, first.body.data.id])
  expect((await create('?locale=de')).status).toBe(422)
})

it('publishes a scheduled document in its locales alone, at its time', async () => {
  const soon = new Date(Date.now() + 400).toISOString()
  const { data } = await api.post('/api/posts?locale=*', {
    title: { en: 'Soon', de: 'Bald' },
    publishedLocales: ['de'],
    status: 'scheduled',
    scheduledAt: soon,
  })
  const read = (query: string) => api.visit(`/api/posts/${data.id}${query}`)
  expect((await read('?locale=de')).status).toBe(404)
  await expect.poll(async () => (await read('?locale=de')).status).toBe(200)
  expect((await read('')).status).toBe(404)
  expect(await look('locale=de&q=s')).toMatchObject({ titles: ['Bald'], total: 1 })
  expect(await look('q=s')).toMatchObject({ titles: [], total: 0 })
})

it('keeps a reference to what is not shown in the locale as an id', async () => {
  const topic = await api.post('/api/topics?locale=*', {
    name: { en: 'Fruit', de: 'Obst', 'pt-BR': 'Fruta' },
    publishedLocales: ['en'],
  })
  const { data } = await api.post('/api/posts', { title: 'Apple', topic: topic.data.id, status: 'published' })
  const topicIn = async (query: string) => (await api.visit(`/api/posts/${data.id}?populate=topic${query}`)).data.topic
  expect((await topicIn('')).name).toBe('Fruit')
  expect(await topicIn('&locale=de')).toBe(topic.data.id)
  expect((await api.visit('/api/posts?locale=de&topic.name=Fruit')).data).toEqual([])
})
