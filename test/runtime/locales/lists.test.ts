import { beforeAll, describe, expect, it } from 'vitest'
import { localizedService } from './fixture.ts'

const api = localizedService()

beforeAll(async () => {
  const topic = await api.post('/api/topics?locale=*', { name: { en: 'Fruit', de: 'Obst', 'pt-BR': 'Fruta' } })
  const posts = [
    { title: { en: 'Apple', de: 'Zitrusapfel' }, sku: 'a', rating: { en: 1 } },
    { title: { en: 'Banana', de: 'Apfelbanane', 'pt-BR': 'Banana nanica' }, sku: 'b', rating: { en: 2, de: 9 } },
    { title: { en: 'Cherry' }, sku: 'c', rating: { en: 3 } },
  ]
  for (const post of posts)
    await api.post('/api/posts?locale=*', { ...post, topic: topic.data.id, status: 'published' })
})

const titles = async (query: string) => {
  const { data } = await api.get(`/api/posts?${query}`)
  return data.map(({ title }: { title: string }) => title)
}

it('sorts, filters and pages by the values of the locale, its fallback among them', async () => {
  expect(await titles('sort=title')).toEqual(['Apple', 'Banana', 'Cherry'])
  expect(await titles('locale=de&sort=title')).toEqual(['Apfelbanane', 'Cherry', 'Zitrusapfel'])
  expect(await titles('locale=pt-BR&sort=-title')).toEqual(['Zitrusapfel', 'Cherry', 'Banana nanica'])
  expect(await titles('locale=de&rating=9')).toEqual(['Apfelbanane'])
  expect(await titles('locale=de&rating[gte]=3&sort=rating')).toEqual(['Cherry', 'Apfelbanane'])
  const first = await api.get('/api/posts?locale=de&sort=title&limit=2')
  const cursor = encodeURIComponent(first.pagination.nextCursor)
  expect(await titles(`locale=de&sort=title&limit=2&cursor=${cursor}`)).toEqual(['Zitrusapfel'])
  expect((await api.get(`/api/posts?locale=pt-BR&sort=title&limit=2&cursor=${cursor}`)).status).toBe(400)
})

it('searches the text of the locale', async () => {
  expect(await titles('q=banana')).toEqual(['Banana'])
  expect(await titles('locale=de&q=banana')).toEqual([])
  expect(await titles('locale=de&q=zitrusapfel')).toEqual(['Zitrusapfel'])
  expect(await titles('locale=de&q=cherry')).toEqual(['Cherry'])
  expect(await titles('locale=de&q=b')).toEqual(['Apfelbanane'])
  expect(await titles('locale=*&q=nanica')).toHaveLength(1)
})

it('asks for what references point to in the locale, and shows that', async () => {
  expect(await titles('locale=de&topic.name=Obst&sort=title')).toEqual(['Apfelbanane', 'Cherry', 'Zitrusapfel'])
  expect(await titles('topic.name=Obst')).toEqual([])
  const { data } = await api.get('/api/posts?locale=pt-BR&populate=topic&limit=1')
  expect(data[0].topic.name).toBe('Fruta')
})

it('lists all locales', async () => {
  const { data } = await api.get('/api/posts?locale=*&sort=sku&fields=title')
  expect(data[1].title).toEqual({ en: 'Banana', de: 'Apfelbanane', 'pt-BR': 'Banana nanica' })
})

it('reads an index of the locale, and no more rows than in the default', async () => {
  const plan = await api.service.sql<{ detail: string }>(
    `EXPLAIN QUERY PLAN SELECT id FROM posts WHERE status = 'published' ORDER BY coalesce([title__de], [title]), created_at, id LIMIT 20`,
  )
  expect(plan.map(({ detail }) => detail).join()).toMatch(/posts__title__de__idx/)
  expect(plan.map(({ detail }) => detail).join()).not.toMatch(/TEMP B-TREE/)
})

it('finds a document only in the locales in which it is shown', async () => {
  const { data } = await api.post('/api/posts?locale=*', {
    title: { en: 'Hidden abroad', de: 'Versteckt' },
    publishedLocales: ['en'],
    status: 'published',
  })
  const path = `/api/posts/${data.id}`
  const statuses = await Promise.all([path, `${path}?locale=de`].map(async (one) => (await api.visit(one)).status))
  expect(statuses).toEqual([200, 404])
  const [english, german] = await Promise.all(['', '?locale=de'].map((query) => api.visit(`/api/posts${query}`)))
  expect([english?.pagination.total, english?.data.length]).toEqual([4, 4])
  expect([german?.pagination.total, german?.data.length]).toEqual([3, 3])
  expect((await api.visit(`${path}?locale=*`)).data.title).toEqual({ en: 'Hidden abroad' })
  expect((await api.get(`${path}?locale=de`)).data.title).toBe('Versteckt')
})

it('tells visitors nothing of a language in which a document is not shown', async () => {
  const { data } = await api.post('/api/posts?locale=*', {
    title: { en: 'Unannounced', de: 'Angekündigt' },
    rating: { en: 77 },
    seo: { title: { en: 'Unannounced inside', de: 'Innen' }, robots: 'all' },
    sections: [{ type: 'quote', text: { en: 'Unannounced quote', de: 'Zitat' }, author: 'Anna' }],
    topic: (
      await api.post('/api/topics?locale=*', {
        name: { en: 'Unheard', de: 'Ungehört', 'pt-BR': 'Inaudito' },
        publishedLocales: ['de'],
      })
    ).data.id,
    publishedLocales: ['de'],
    status: 'published',
  })
  const seen = await api.visit(`/api/posts/${data.id}?locale=*`)
  const listed = await api.visit(`/api/posts?locale=*&id=${data.id}`)
  expect(listed.pagination.total).toBe(1)
  expect(JSON.stringify([seen, listed])).not.toMatch(/unannounced/i)
  expect(seen.data.seo).toEqual({ title: { en: null, de: 'Innen', 'pt-BR': null }, robots: 'all' })
  for (const query of [
    'title=Unannounced',
    'rating[gt]=70',
    'or[0][rating]=77&or[1][rating]=78',
    'topic.name=Unheard',
    'q=Unannounced',
    'q=Angek%C3%BCndigt',
    `sort=title&id=${data.id}`,
  ]) {
    const { pagination, data } = await api.visit(`/api/posts?locale=*&${query}`)
    expect([query, pagination.total, data]).toEqual([query, 0, []])
  }
  expect((await api.get('/api/posts?locale=*&q=Unannounced')).data).toHaveLength(1)
  const { total } = (await api.visit('/api/content?collection=posts')).pagination
  const content = await api.visit('/api/content?collection=posts&limit=100')
  expect(content.data).toHaveLength(total)
  expect(JSON.stringify(content)).not.toContain(data.id)
  expect((await api.visit('/api/content?q=Unannounced')).data).toEqual([])
  expect((await api.visit('/api/content?limit=100')).data).toHaveLength(
    (await api.visit('/api/content')).pagination.total,
  )
  expect((await api.get('/api/content?q=Unannounced')).data).toHaveLength(1)
  await api.delete(`/api/posts/${data.id}`)
})

it('lists documents by the state of a translation, to whoever is signed in', async () => {
  expect(await titles('translation=de:missing&sort=sku')).toContain('Cherry')
  expect(await titles('translation=de:missing')).not.toContain('Apple')
  expect(await titles('translation=de:current&sort=sku')).toEqual(expect.arrayContaining(['Apple', 'Banana']))
  const [banana] = (await api.get('/api/posts?sku=b')).data
  await new Promise((resolve) => setTimeout(resolve, 2))
  await api.patch(`/api/posts/${banana.id}`, { title: 'Banana split' })
  expect(await titles('translation=de:outdated')).toEqual(['Banana split'])
  await api.patch(`/api/posts/${banana.id}?locale=de`, { title: 'Bananensplit' })
  expect(await titles('translation=de:outdated')).toEqual([])
  expect((await api.get('/api/posts?translation=de:outdated')).pagination.total).toBe(0)
  await api.patch(`/api/posts/${banana.id}`, { title: 'Banana splits' })
  await api.patch(`/api/posts/${banana.id}?locale=de`, { sku: 'b' })
  expect(await titles('translation=de:outdated')).toEqual(['Banana splits'])
  await api.patch(`/api/posts/${banana.id}?locale=de`, { title: 'Bananensplit' })
  expect(await titles('translation=de:outdated')).toEqual([])
  expect((await api.get('/api/posts?translation=de:mising')).detail).toMatch(/Did you mean missing/)
  expect((await api.get('/api/posts?translation=en:missing')).status).toBe(400)
  expect((await api.visit('/api/posts?translation=de:missing')).status).toBe(400)
  const plan = await api.service.sql<{ detail: string }>(
    `EXPLAIN QUERY PLAN SELECT id FROM posts WHERE CASE WHEN [translated_at__de] IS NULL THEN 'missing' WHEN [translated_at__de] < [translated_at] THEN 'outdated' ELSE 'current' END = 'missing' ORDER BY created_at DESC, id DESC LIMIT 20`,
  )
  expect(plan.map(({ detail }) => detail).join()).toMatch(/posts__translation_de__idx/)
  expect(plan.map(({ detail }) => detail).join()).not.toMatch(/TEMP B-TREE/)
})

it('links to a document in the language of the text', async () => {
  const [target] = (await api.get('/api/posts?sku=b')).data
  const link = { type: 'link', attrs: { collection: 'posts', documentId: target.id } }
  const body = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'there', marks: [link] }] }],
  }
  const { data } = await api.post('/api/posts', { title: 'Links', body, status: 'published' })
  const hrefIn = async (query: string) =>
    /"href":"([^"]*)"/.exec(JSON.stringify((await api.get(`/api/posts/${data.id}?populate=body${query}`)).data))?.[1]
  expect(await hrefIn('')).toMatch(/^\/en\/posts\/banana/)
  expect(await hrefIn('&locale=de')).toMatch(/^\/de\/posts\/apfelbanane/)
})

describe('conditions see what reading shows', () => {
  const LANGUAGES = ['', '&locale=de', '&locale=pt-BR', '&locale=de&fallback=none', '&locale=pt-BR&fallback=none']
  const targets: { id: string; title: string }[] = []

  beforeAll(async () => {
    for (const [index, title] of ['One', 'Two'].entries()) {
      const body = {
        title: { en: title, ...(index === 0 && { de: 'Eins' }) },
        sku: `target ${index}`,
        status: 'published',
      }
      targets.push({ id: (await api.post('/api/posts?locale=*', body)).data.id, title })
    }
    const [one, two] = targets.map(({ id }) => id)
    const lists = [[], [one], [two], [one, two]]
    const bodies = lists.flatMap((en) => lists.flatMap((de) => lists.map((pt) => ({ en, de, 'pt-BR': pt }))))
    const operations = bodies.map((related, index) => ({
      action: 'create',
      data: { title: { en: `R${index}` }, sku: `related ${index}`, related },
    }))
    expect((await api.post('/api/posts/bulk?locale=*', { operations })).status).toBe(200)
  })

  const skus = async (query: string, sort = 'sku') => {
    const { data, pagination, detail } = await api.get(
      `/api/posts?limit=100&sku[startsWith]=related&sort=${sort}&${query}`,
    )
    expect([detail, pagination?.total]).toEqual([undefined, data?.length])
    return data.map(({ sku }: { sku: string }) => sku)
  }

  it.each(LANGUAGES)('in lists of references%s', async (language) => {
    const { data } = await api.get(`/api/posts?limit=100&sku[startsWith]=related&sort=sku&populate=related${language}`)
    const reads = (holds: (related: { id: string; title: string | null }[]) => boolean) =>
      data.filter(({ related }: never) => holds(related)).map(({ sku }: { sku: string }) => sku)
    for (const { id } of targets) {
      const has = (related: { id: string }[]) => related.some((one) => one.id === id)
      expect(await skus(`related=${id}${language}`)).toEqual(reads(has))
      expect((await skus(`related=${id}${language}`, '-createdAt')).sort()).toEqual(reads(has).sort())
      expect(await skus(`related[ne]=${id}${language}`)).toEqual(reads((related) => !has(related)))
      expect(await skus(`related[in]=${id}${language}`)).toEqual(reads(has))
      expect(await skus(`related[nin]=${id}${language}`)).toEqual(reads((related) => !has(related)))
    }
    expect(await skus(`related[null]=true${language}`)).toEqual(reads((related) => related.length === 0))
    expect(await skus(`related[null]=false${language}`)).toEqual(reads((related) => related.length > 0))
    for (const title of ['One', 'Eins', 'Two']) {
      const isTitled = (related: { title: string | null }[]) => related.some((one) => one.title === title)
      expect(await skus(`related.title=${title}${language}`)).toEqual(reads(isTitled))
    }
  })

  it('in a search where nothing stands in', async () => {
    const title = { en: 'Quince', de: 'Quitte' }
    await api.post('/api/posts?locale=*', { title, sku: 'translated word', status: 'published' })
    await api.post('/api/posts?locale=*', { title: { en: 'Quince' }, sku: 'lonely word', status: 'published' })
    for (const order of ['', '&sort=sku']) {
      const ask = async (q: string, rest = '&locale=de&fallback=none') => {
        const { data, pagination, detail } = await api.get(`/api/posts?q=${q}${rest}${order}`)
        expect([detail, pagination?.total]).toEqual([undefined, data?.length])
        return data.map(({ sku }: { sku: string }) => sku).sort()
      }
      expect(await ask('quince', '')).toEqual(['lonely word', 'translated word'])
      expect(await ask('quince', '&locale=de')).toEqual(['lonely word'])
      expect(await ask('quince')).toEqual([])
      expect(await ask('quitte')).toEqual(['translated word'])
      expect(await ask('quitte+word')).toEqual(['translated word'])
      expect(await ask('word')).toEqual(['lonely word', 'translated word'])
      expect(await ask('quince+word')).toEqual([])
      expect(await ask('quince', '&fallback=none')).toEqual(['lonely word', 'translated word'])
    }
  })

  it('and a property without a value is null, inside groups, lists and blocks too', async () => {
    const { data } = await api.post('/api/posts', {
      title: 'Bare',
      seo: { robots: 'all' },
      sections: [
        { type: 'quote', text: 'Said', author: 'Anna' },
        { type: 'links', items: [{ label: 'Home', to: '/' }, { to: '/x' }] },
      ],
    })
    expect((await api.get(`/api/posts/${data.id}?locale=de&fallback=none`)).data).toMatchObject({
      title: null,
      seo: { title: null, robots: 'all' },
      sections: [
        { type: 'quote', text: null, author: 'Anna' },
        {
          type: 'links',
          items: [
            { label: null, to: '/' },
            { label: null, to: '/x' },
          ],
        },
      ],
    })
  })
})
