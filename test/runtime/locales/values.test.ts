import { beforeAll, describe, expect, it } from 'vitest'
import { localizedService } from './fixture.ts'

const api = localizedService()
let id = ''

beforeAll(async () => {
  const { data } = await api.post('/api/posts?locale=*', {
    title: { en: 'Good morning', de: 'Guten Morgen' },
    rating: { en: 0, 'pt-BR': 5 },
    sku: 'A-1',
    seo: { title: { en: 'Morning', de: 'Morgen' }, robots: 'noindex' },
    sections: [
      { type: 'quote', text: { en: 'Hello', de: 'Hallo' }, author: 'Anna' },
      { type: 'links', items: [{ label: { en: 'Home', de: 'Start' }, to: '/' }] },
    ],
    status: 'published',
  })
  id = data.id
})

describe('a document', () => {
  it('is read in the default locale where none is named', async () => {
    const { headers, data } = await api.get(`/api/posts/${id}`)
    expect(data).toMatchObject({
      title: 'Good morning',
      slug: 'good-morning',
      rating: 0,
      seo: { title: 'Morning', robots: 'noindex' },
      sections: [
        { type: 'quote', text: 'Hello', author: 'Anna' },
        { type: 'links', items: [{ label: 'Home', to: '/' }] },
      ],
    })
    expect(Object.keys(data).filter((name) => name.includes('@'))).toEqual([])
    expect(headers.get('content-language')).toBe('en')
  })

  it('is read in another locale, at every depth, with the fallback for what is missing', async () => {
    const { headers, data } = await api.get(`/api/posts/${id}?locale=de`)
    expect(data).toMatchObject({
      title: 'Guten Morgen',
      rating: 0,
      seo: { title: 'Morgen', robots: 'noindex' },
      sections: [
        { type: 'quote', text: 'Hallo', author: 'Anna' },
        { type: 'links', items: [{ label: 'Start', to: '/' }] },
      ],
    })
    expect(headers.get('content-language')).toBe('de')
    const portuguese = await api.get(`/api/posts/${id}?locale=pt-BR`)
    expect(portuguese.data).toMatchObject({ title: 'Guten Morgen', rating: 5, seo: { title: 'Morgen' } })
  })

  it('is read without a fallback', async () => {
    const { data } = await api.get(`/api/posts/${id}?locale=pt-BR&fallback=none`)
    expect(data).toMatchObject({ title: null, rating: 5, sku: 'A-1', seo: { robots: 'noindex' } })
  })

  it('is read in all locales', async () => {
    const { headers, data } = await api.get(`/api/posts/${id}?locale=*`)
    expect(data).toMatchObject({
      title: { en: 'Good morning', de: 'Guten Morgen', 'pt-BR': null },
      rating: { en: 0, de: null, 'pt-BR': 5 },
      sku: 'A-1',
      seo: { title: { en: 'Morning', de: 'Morgen', 'pt-BR': null }, robots: 'noindex' },
      sections: [
        { type: 'quote', text: { en: 'Hello', de: 'Hallo', 'pt-BR': null } },
        { type: 'links', items: [{ label: { en: 'Home', de: 'Start', 'pt-BR': null } }] },
      ],
    })
    expect(headers.get('content-language')).toBe('en, de, pt-BR')
  })

  it('gives every form an ETag of its own', async () => {
    const forms = ['', '?locale=de', '?locale=pt-BR', '?locale=pt-BR&fallback=none', '?locale=*']
    const tags = await Promise.all(
      forms.map(async (form) => (await api.get(`/api/posts/${id}${form}`)).headers.get('etag')),
    )
    expect(new Set(tags).size).toBe(forms.length)
  })

  it('refuses a locale that there is not', async () => {
    const { status, code, detail } = await api.get(`/api/posts/${id}?locale=dee`)
    expect([status, code, detail]).toEqual([400, 'invalid_query', 'There is no locale dee. Did you mean de?'])
    expect((await api.get(`/api/posts/${id}?fallback=all`)).status).toBe(400)
  })
})

describe('a write', () => {
  const created = async () => {
    const { data } = await api.post('/api/posts?locale=*', {
      title: { en: `Tea ${Math.random()}`, de: 'Tee' },
      seo: { title: { en: 'Tea', de: 'Tee' }, robots: 'all' },
      sections: [
        { type: 'quote', text: { en: 'One', de: 'Eins' }, author: 'Anna' },
        { type: 'quote', text: { en: 'Two', de: 'Zwei' }, author: 'Ben' },
      ],
    })
    return String(data.id)
  }

  it('changes one locale and leaves the others, also in groups and lists', async () => {
    const post = await created()
    await api.patch(`/api/posts/${post}?locale=de`, { title: 'Schwarztee', seo: { title: 'Schwarztee' } })
    await api.patch(`/api/posts/${post}?locale=de`, {
      sections: [
        { type: 'quote', text: 'Neu', author: 'Cleo' },
        { type: 'quote', text: 'Eins', author: 'Anna' },
        { type: 'quote', text: 'Zwo', author: 'Ben' },
      ],
    })
    const { data } = await api.get(`/api/posts/${post}?locale=*`)
    expect(data.title).toMatchObject({ de: 'Schwarztee', en: expect.stringMatching(/^Tea/) })
    expect(data.seo).toMatchObject({ title: { en: 'Tea', de: 'Schwarztee' }, robots: 'all' })
    expect(data.sections.map((section: { text: unknown }) => section.text)).toMatchObject([
      { en: null, de: 'Neu' },
      { en: 'One', de: 'Eins' },
      { en: 'Two', de: 'Zwo' },
    ])
  })

  it('in the default locale keeps the translations', async () => {
    const post = await created()
    const before = (await api.get(`/api/posts/${post}`)).data
    const { status } = await api.put(`/api/posts/${post}`, {
      title: 'Coffee',
      seo: { title: 'Coffee' },
      sections: before.sections.toReversed(),
    })
    expect(status).toBe(200)
    const { data } = await api.get(`/api/posts/${post}?locale=*`)
    expect(data.title).toMatchObject({ en: 'Coffee', de: 'Tee' })
    expect(data.seo).toMatchObject({ title: { en: 'Coffee', de: 'Tee' } })
    expect(data.sections.map((section: { text: { de: string } }) => section.text.de)).toEqual(['Zwei', 'Eins'])
  })

  it('needs what is required in the default locale, and where it says so in each', async () => {
    const post = await api.post('/api/posts?locale=de', { title: 'Nur deutsch' })
    expect([post.status, post.errors[0].path, post.errors[0].code]).toEqual([422, 'title', 'required'])
    const topic = await api.post('/api/topics', { name: 'Tea' })
    expect([topic.status, topic.errors[0].code]).toEqual([422, 'required'])
    expect(topic.errors.map(({ message }: { message: string }) => message)).toEqual([
      'A value is required in the language de.',
      'A value is required in the language pt-BR.',
    ])
    const all = await api.post('/api/topics?locale=*', { name: { en: 'Tea', de: 'Tee' } })
    expect([all.status, all.errors[0].path]).toEqual([422, 'name.pt-BR'])
    expect((await api.post('/api/topics?locale=*', { name: { en: 'Tea', de: 'Tee', 'pt-BR': 'Chá' } })).status).toBe(
      201,
    )
  })

  it('names the locale in errors, and refuses names that only the storage knows', async () => {
    const long = 'x'.repeat(1001)
    const one = await api.post('/api/posts?locale=de', { title: long })
    expect(one.errors.map(({ path }: { path: string }) => path)).toContain('title')
    const all = await api.post('/api/posts?locale=*', { title: { en: 'A', de: long, fr: 'B' } })
    expect(all.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['title.fr', 'unknown_field'],
    ])
    const stored = await api.post('/api/posts', { title: 'A', 'title@de': 'B', seo: { 'title@de': 'C' } })
    expect(stored.errors.map(({ path }: { path: string }) => path)).toEqual(['title@de', 'seo.title@de'])
  })

  it('makes a slug in each locale, unique within it', async () => {
    const [one, two] = [await created(), await created()]
    const slugs = await Promise.all(
      [one, two].map(async (post) => (await api.get(`/api/posts/${post}?locale=*`)).data.slug),
    )
    expect(slugs[0].de).toMatch(/^tee/)
    expect(slugs[1].de).not.toBe(slugs[0].de)
  })

  it('is named where another document has its value in the same locale', async () => {
    const slug = (await api.get(`/api/posts/${await created()}?locale=de`)).data.slug
    const post = await created()
    const taken = { code: 'unique', message: 'Another document has this value.' }
    const [alone, all] = [
      await api.patch(`/api/posts/${post}?locale=de`, { slug }),
      await api.patch(`/api/posts/${post}?locale=*`, { slug: { de: slug } }),
    ]
    expect(alone).toMatchObject({ status: 409, errors: [{ path: 'slug', ...taken }] })
    expect(all).toMatchObject({ status: 409, errors: [{ path: 'slug.de', ...taken }] })
    const operations = ['first', 'second'].map((title) => {
      return { action: 'create', data: { title: { en: title }, slug: { de: 'doppelt' } } }
    })
    const bulk = await api.post('/api/posts/bulk?locale=*', { operations })
    expect([bulk.status, bulk.errors[0].path]).toEqual([409, expect.stringMatching(/^operations\.\d\.data\.slug\.de$/)])
    expect((await api.patch(`/api/posts/${post}`, { slug })).status).toBe(200)
  })

  it('is kept in versions, and restored with all locales', async () => {
    const post = await created()
    await api.patch(`/api/posts/${post}?locale=de`, { title: 'Anders' })
    expect((await api.get(`/api/posts/${post}/versions/1?locale=de`)).data.title).toBe('Tee')
    expect((await api.post(`/api/posts/${post}/versions/1/restore`, {})).status).toBe(200)
    expect((await api.get(`/api/posts/${post}?locale=de`)).data.title).toBe('Tee')
  })

  it('is kept beside what is published until it is published', async () => {
    const post = await created()
    await api.patch(`/api/posts/${post}`, { status: 'published' })
    await api.patch(`/api/posts/${post}?locale=de&draft=true`, { title: 'Entwurf' })
    expect((await api.get(`/api/posts/${post}?locale=de`)).data.title).toBe('Tee')
    expect((await api.get(`/api/posts/${post}?locale=de&draft=true`)).data.title).toBe('Entwurf')
    await api.post(`/api/posts/${post}/publish`, {})
    expect((await api.get(`/api/posts/${post}?locale=de`)).data.title).toBe('Entwurf')
  })
})
