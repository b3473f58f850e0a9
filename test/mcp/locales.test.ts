import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { localizedService } from '../runtime/locales/fixture.ts'
import { callTool, createClient } from './client.ts'

const cms = localizedService()

it('reads, lists and searches in a locale, and in all', async () => {
  const { data } = await cms.post('/api/posts?locale=*', {
    title: { en: 'Tea', de: 'Tee' },
    slug: { en: 'tea', de: 'tee' },
    status: 'published',
  })
  const client = createClient('legacy')
  const requestInit = { headers: as('editor') }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', cms.service.url), { requestInit }))
  const call = async (name: string, args: object) =>
    (await callTool(client, name, { collection: 'posts', ...args })).data

  expect((await call('read_document', { id: data.id, locale: 'de' })).document.title).toBe('Tee')
  expect((await call('read_document', { id: data.id, locale: '*' })).document.title).toMatchObject({
    en: 'Tea',
    de: 'Tee',
  })
  const titles = (page: { documents: { title: string }[] }) => page.documents.map(({ title }) => title)
  expect(titles(await call('list_documents', { locale: 'de', filters: { slug: 'tee' } }))).toEqual(['Tee'])
  expect(titles(await call('list_documents', { filters: { slug: 'tee' } }))).toEqual([])
  expect(titles(await call('search_content', { query: 'Tee', locale: 'de' }))).toEqual(['Tee'])
  expect((await callTool(client, 'read_document', { collection: 'posts', id: data.id, locale: 'fr' })).isError).toBe(
    true,
  )
  await client.close()
})
