import { beforeAll, expect, it } from 'vitest'
import { localizedService } from './fixture.ts'

const api = localizedService()
let path = ''

beforeAll(async () => {
  const { data } = await api.post('/api/posts?locale=*', {
    title: { en: 'Bread', de: 'Brot' },
    sku: 'B-1',
    seo: { title: { en: 'Bread', de: 'Brot' }, robots: 'all' },
    sections: [{ type: 'quote', text: { en: 'Fresh', de: 'Frisch' }, author: 'Anna' }],
  })
  path = `/api/posts/${data.id}`
})

const quote = (text: string, author = 'Anna') => ({ sections: [{ type: 'quote', text, author }] })

it.each([
  ['a field', { title: 'Roggenbrot' }],
  ['a group', { seo: { title: 'Roggenbrot' } }],
  ['a list', quote('Ganz frisch')],
])('writes the locale of the role: %s', async (_, body) => {
  const { status, detail } = await api.translate('PATCH', `${path}?locale=de`, body)
  expect([status, detail]).toEqual([200, undefined])
})

it.each([
  ['another locale', '', { title: 'Rye bread' }, 'title'],
  ['a third locale', '?locale=pt-BR', { title: 'Pão' }, 'title@pt-BR'],
  ['a field for all locales', '?locale=de', { sku: 'B-2' }, 'sku'],
  ['what a group has for all locales', '?locale=de', { seo: { robots: 'none' } }, 'seo'],
  ['what an item has for all locales', '?locale=de', quote('Frisch', 'Ben'), 'sections'],
  ['one item less', '?locale=de', { sections: [] }, 'sections'],
  ['several locales at once', '?locale=*', { title: { en: 'Rye', de: 'Roggen' } }, 'title'],
])('refuses %s', async (_, query, body, name) => {
  const { status, code, detail } = await api.translate('PATCH', path + query, body)
  expect([status, code, detail]).toEqual([403, 'forbidden', `Your role can write only de, not ${name}.`])
})

it('refuses a new document, also among many', async () => {
  const body = { title: { en: 'New', de: 'Neu' } }
  expect((await api.translate('POST', '/api/posts?locale=*', body)).status).toBe(403)
  const bulk = await api.translate('POST', '/api/posts/bulk?locale=*', {
    operations: [{ action: 'create', data: body }],
  })
  expect(bulk.status).toBe(403)
})

it('refuses to delete a document, also among many, and to take one out of the trash', async () => {
  const refused = [403, 'Your role can only translate into de. It cannot create or delete documents.']
  const alone = await api.translate('DELETE', path)
  expect([alone.status, alone.detail]).toEqual(refused)
  const operations = [{ action: 'delete', id: path.slice('/api/posts/'.length) }]
  expect((await api.translate('POST', '/api/posts/bulk', { operations })).status).toBe(403)
  const { data } = await api.post('/api/posts', { title: 'Deleted by an editor' })
  await api.delete(`/api/posts/${data.id}`)
  expect((await api.translate('POST', `/api/posts/trash/${data.id}/restore`)).status).toBe(403)
  expect((await api.translate('DELETE', `/api/posts/trash/${data.id}`)).status).toBe(403)
  expect((await api.translate('GET', '/api/posts/trash')).data).toEqual([])
})

it('refuses to give up pending changes in other locales', async () => {
  await api.patch(path, { status: 'published' })
  await api.translate('PATCH', `${path}?locale=de&draft=true`, { title: 'Laib' })
  expect((await api.translate('DELETE', `${path}/draft`)).status).toBe(204)
  await api.patch(`${path}?draft=true`, { title: 'A pending loaf' })
  const { status, detail } = await api.translate('DELETE', `${path}/draft`)
  expect([status, detail]).toEqual([403, 'Your role can write only de, not title.'])
})

it('refuses what an older version holds for other locales', async () => {
  await api.patch(path, { title: 'Loaf' })
  expect((await api.translate('POST', `${path}/versions/1/restore`, {})).status).toBe(403)
})

it('refuses to give up what others have changed, and gives up its own', async () => {
  const { data } = await api.post('/api/posts?locale=*', { title: { en: 'Salt', de: 'Salz' }, status: 'published' })
  const draft = `/api/posts/${data.id}/draft`
  await api.patch(`/api/posts/${data.id}?draft=true`, { title: 'Sea salt' })
  const { status, detail } = await api.translate('DELETE', draft, undefined)
  expect([status, detail]).toEqual([403, 'Your role can write only de, not title.'])
  expect((await api.delete(draft)).status).toBe(204)
  await api.translate('PATCH', `/api/posts/${data.id}?locale=de&draft=true`, { title: 'Meersalz' })
  expect((await api.translate('DELETE', draft, undefined)).status).toBe(204)
})

it('lets an editor hide a document in every language, as a pending change', async () => {
  const { data } = await api.post('/api/posts?locale=*', { title: { en: 'Pepper' }, status: 'published' })
  await api.patch(`/api/posts/${data.id}?draft=true`, { publishedLocales: [] })
  expect((await api.get(`/api/posts/${data.id}?draft=true`)).data.publishedLocales).toEqual([])
})
