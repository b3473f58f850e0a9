import { beforeAll, expect, it } from 'vitest'
import { localizedService } from './fixture.ts'

const api = localizedService()
let id = ''

beforeAll(async () => {
  const { data } = await api.post('/api/posts?locale=*', {
    title: { en: 'Bread', de: 'Brot' },
    status: 'published',
  })
  id = data.id
})

it('writes many documents in one locale', async () => {
  const { status, ...answer } = await api.post('/api/posts/bulk?locale=de', {
    operations: [{ action: 'update', id, data: { teaser: 'Frisch' } }],
  })
  expect([status, JSON.stringify(answer.errors ?? null)]).toEqual([200, 'null'])
  const { data } = await api.get(`/api/posts/${id}?locale=*&fields=teaser`)
  expect(data.teaser).toEqual({ en: null, de: 'Frisch', 'pt-BR': null })
})

it('keeps responses of locales apart in caches, and tells each its language', async () => {
  const forms = { '': 'Bread', '?locale=en': 'Bread', '?locale=de': 'Brot', '?locale=pt-BR': 'Brot' }
  for (const _round of [1, 2])
    for (const [query, title] of Object.entries(forms)) {
      const [one, list] = await Promise.all([api.visit(`/api/posts/${id}${query}`), api.visit(`/api/posts${query}`)])
      expect([query, one.data.title, list.data[0].title]).toEqual([query, title, title])
      const language = query === '' ? 'en' : query.slice('?locale='.length)
      expect([one.headers.get('content-language'), list.headers.get('content-language')]).toEqual([language, language])
    }
})

it('publishes, previews and restores what is written in a locale', async () => {
  const { data } = await api.post('/api/posts', { title: 'Draft' })
  await api.patch(`/api/posts/${data.id}?locale=de`, { title: 'Entwurf' })
  expect((await api.visit(`/api/posts/${data.id}?locale=de`)).status).toBe(404)
  await api.patch(`/api/posts/${data.id}?locale=de`, { status: 'published' })
  expect((await api.visit(`/api/posts/${data.id}?locale=de`)).data.title).toBe('Entwurf')
  expect((await api.visit(`/api/posts/${data.id}`)).data.title).toBe('Draft')
})

it('brings every locale back from the trash', async () => {
  const { data } = await api.post('/api/posts?locale=*', { title: { en: 'Waste', de: 'Abfall' } })
  expect((await api.delete(`/api/posts/${data.id}`)).status).toBe(204)
  expect((await api.post(`/api/posts/trash/${data.id}/restore`, {})).status).toBe(200)
  expect((await api.get(`/api/posts/${data.id}?locale=de`)).data.title).toBe('Abfall')
})
