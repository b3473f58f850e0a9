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

it('reads an index of the locale, and no more rows than in the default', async () => {
  const plan = await api.service.sql<{ detail: string }>(
    `EXPLAIN QUERY PLAN SELECT id FROM posts WHERE status = 'published' ORDER BY coalesce([title__de], [title]), created_at, id LIMIT 20`,
  )
  expect(plan.map(({ detail }) => detail).join()).toMatch(/posts__title__de__idx/)
  expect(plan.map(({ detail }) => detail).join()).not.toMatch(/TEMP B-TREE/)
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

describe('reading', () => {
  it('shows null for a property without a value, inside groups, lists and blocks too', async () => {
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
