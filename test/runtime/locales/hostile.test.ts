import { describe, expect, it } from 'vitest'
import { localizedService } from './fixture.ts'

const api = localizedService()

const created = async (extra: object = {}) => {
  const { data, status } = await api.post('/api/posts?locale=*', {
    title: { en: `Tea ${Math.random()}`, de: 'Tee' },
    seo: { title: { en: 'Tea', de: 'Tee' }, robots: 'all' },
    ...extra,
  })
  expect(status).toBe(201)
  return String(data.id)
}
const inAll = async (id: string) => (await api.get(`/api/posts/${id}?locale=*`)).data
const quote = (en: string, de: string | null, author: string) => ({ type: 'quote', text: { en, de }, author })
const german = (text: string, author: string) => ({ type: 'quote', text, author })
const texts = async (id: string) => (await inAll(id)).sections.map(({ text }: { text: unknown }) => text)

describe('a write in one locale does not take from another', () => {
  it.each([
    ['put', { title: 'Neu' }],
    ['put', { title: 'Neu', seo: null }],
    ['patch', { seo: null }],
  ] as const)('a group: %s %j', async (method, body) => {
    const id = await created()
    expect((await api[method](`/api/posts/${id}?locale=de`, body)).status).toBe(200)
    expect((await inAll(id)).seo).toEqual({ title: { en: 'Tea', de: null, 'pt-BR': null }, robots: null })
    await api[method](`/api/posts/${id}`, { title: 'New', seo: null })
    expect((await inAll(id)).seo).toBe(null)
  })

  it('a part of a group, with all locales at once', async () => {
    const id = await created()
    await api.patch(`/api/posts/${id}?locale=*`, { seo: { title: { de: 'Neu' } } })
    expect((await inAll(id)).seo).toMatchObject({ title: { en: 'Tea', de: 'Neu' }, robots: 'all' })
  })

  it('items of a list, where one goes and the next changes', async () => {
    const sections = [quote('One', 'Eins', 'Anna'), quote('Two', 'Zwei', 'Ben'), quote('Three', 'Drei', 'Cleo')]
    const id = await created({ sections })
    await api.patch(`/api/posts/${id}?locale=de`, { sections: [german('Zwo', 'Ben'), german('Drei', 'Cleo')] })
    expect(await texts(id)).toMatchObject([
      { en: 'Two', de: 'Zwo' },
      { en: 'Three', de: 'Drei' },
    ])
  })

  it('items that read alike, of which there is one more', async () => {
    const id = await created({ sections: [quote('One', 'Eins', 'Anna'), quote('Two', 'Eins', 'Anna')] })
    const same = german('Eins', 'Anna')
    await api.patch(`/api/posts/${id}?locale=de`, { sections: [same, same, same] })
    expect(await texts(id)).toMatchObject([{ en: 'One' }, { en: 'Two' }, { en: null, de: 'Eins' }])
  })

  it('items that were read without a fallback and come back in another order', async () => {
    const id = await created({ sections: [quote('One', null, 'Anna'), quote('Two', 'Zwei', 'Ben')] })
    const { data } = await api.get(`/api/posts/${id}?locale=de&fallback=none`)
    await api.patch(`/api/posts/${id}?locale=de`, { sections: data.sections.toReversed() })
    expect(await texts(id)).toMatchObject([
      { en: 'Two', de: 'Zwei' },
      { en: 'One', de: null },
    ])
  })

  it('items of a list in a block', async () => {
    const items = [
      { label: { en: 'Home', de: 'Start' }, to: '/' },
      { label: { en: 'About', de: 'Info' }, to: '/about' },
    ]
    const id = await created({ sections: [{ type: 'links', items }] })
    const reordered = [
      { label: 'Infos', to: '/about' },
      { label: 'Start', to: '/' },
    ]
    await api.patch(`/api/posts/${id}?locale=de`, { sections: [{ type: 'links', items: reordered }] })
    expect((await inAll(id)).sections[0].items).toMatchObject([
      { label: { en: 'About', de: 'Infos' } },
      { label: { en: 'Home', de: 'Start' } },
    ])
  })

  it('a long list in the other direction, which costs no more than its length', async () => {
    const sections = Array.from({ length: 100 }, (_, place) => quote(`One ${place}`, `Eins ${place}`, 'Anna'))
    const id = await created({ sections })
    const { data } = await api.get(`/api/posts/${id}?locale=de`)
    expect((await api.patch(`/api/posts/${id}?locale=de`, { sections: data.sections.toReversed() })).status).toBe(200)
    expect((await texts(id))[0]).toEqual({ en: 'One 99', de: 'Eins 99', 'pt-BR': null })
  })
})

it('makes no slug for a locale without a title, so that the fallback stands in', async () => {
  const id = await created()
  const { slug } = await inAll(id)
  expect(slug).toEqual({ en: expect.stringMatching(/^tea-/), de: expect.stringMatching(/^tee/), 'pt-BR': null })
  expect((await api.get(`/api/posts/${id}?locale=pt-BR`)).data.slug).toBe(slug.de)
})

it.each([
  '__proto__',
  'constructor',
  'DE',
  '',
  'de,en',
  '%00',
  '%F0%9F%98%80',
  'x'.repeat(5000),
  "de'--",
  'de&locale=en',
])('refuses the locale %s', async (locale) => {
  const id = '01a20ab0-9ecb-7000-8820-07915dac7eec'
  for (const path of [`/api/posts/${id}`, '/api/posts']) {
    const { status, code, detail } = await api.get(`${path}?locale=${locale}`)
    expect([status, code]).toEqual([400, 'invalid_query'])
    expect(detail.length).toBeLessThan(200)
  }
})

it('knows no names of variants in queries', async () => {
  for (const query of ['title@de=Tee', 'sort=title@de', 'fields=title@de', 'populate=related@de', 'translatedAt=1'])
    expect((await api.get(`/api/posts?${query}`)).status).toBe(400)
})

it('shows a document that is published in no locale to nobody from outside', async () => {
  const id = await created({ status: 'published', publishedLocales: [] })
  for (const query of ['', '?locale=de', '?locale=*']) {
    expect((await api.visit(`/api/posts/${id}${query}`)).status).toBe(404)
    const { data, pagination } = await api.visit(`/api/posts${query}`)
    expect([data, pagination.total]).toEqual([[], 0])
  }
  expect((await api.get(`/api/posts/${id}?locale=de`)).data.publishedLocales).toEqual([])
})

it('populates with all locales what has one value for all, and says why it does not with the rest', async () => {
  const names = { en: 'Tea', de: 'Tee', 'pt-BR': 'Chá' }
  const topic = await api.post('/api/topics?locale=*', { name: names })
  const related = await created()
  const id = await created({ topic: topic.data.id, related: { de: [related] } })
  expect((await api.get(`/api/posts/${id}?locale=*&populate=topic`)).data.topic.name).toEqual(names)
  expect((await api.get(`/api/posts/${id}?locale=de&populate=related`)).data.related[0].id).toBe(related)
  const refused = await api.get(`/api/posts/${id}?locale=*&populate=related`)
  expect([refused.status, refused.detail]).toEqual([
    400,
    'related has a value in each locale: populate it in one locale, not with locale=*.',
  ])
})
