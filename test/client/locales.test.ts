import { expect, it } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { alternates } from '../../src/client/locales.ts'
import { as } from '../harness/as.ts'
import { localizedService } from '../runtime/locales/fixture.ts'

const api = localizedService()

it('writes and reads a locale, and all of them', async () => {
  const fetch = (url: string, init: RequestInit) =>
    api.service.fetch(url.replace('http://localhost', ''), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...as('editor') }, // as the client writes them
    })
  const posts = createClient({ baseUrl: 'http://localhost', fetch }).collection('posts') as never as Loose
  const created = await posts.create(
    { title: { en: 'Tea', de: 'Tee' }, publishedLocales: ['en', 'de'] },
    { locale: '*' },
  )
  expect(created.data.title).toEqual({ en: 'Tea', de: 'Tee', 'pt-BR': null })
  const id = String(created.data.id)
  const changed = await posts.update(id, { title: 'Schwarztee' }, { locale: 'de' })
  expect(changed.data.title).toBe('Schwarztee')
  expect((await posts.get(id)).data.title).toBe('Tea')
  expect((await posts.get(id, { locale: 'pt-BR', fallback: 'none' })).data.title).toBeNull()
  expect((await posts.list({ locale: 'de' })).data.map(({ title }) => title)).toEqual(['Schwarztee'])
  expect((await posts.version(id, 1, { locale: '*' })).title).toMatchObject({ de: 'Tee' })
})

type Answer = { readonly [name: string]: unknown }
interface Loose {
  create(input: object, options?: object): Promise<{ data: Answer }>
  update(id: string, changes: object, options?: object): Promise<{ data: Answer }>
  get(id: string, options?: object): Promise<{ data: Answer }>
  list(query?: object): Promise<{ data: Answer[] }>
  version(id: string, version: number, options?: object): Promise<Answer>
}

it('links the languages in which a document is shown', () => {
  const address = (locale: string) => (locale === 'fr' ? null : `https://example.com/${locale}/tea`)
  const of = (publishedLocales: string[] | null) =>
    alternates({ publishedLocales }, ['en', 'de', 'fr'], address).map(({ hreflang, href }) => [hreflang, href])
  const [english, german] = ['https://example.com/en/tea', 'https://example.com/de/tea']
  expect(of(null)).toEqual([
    ['en', english],
    ['de', german],
    ['x-default', english],
  ])
  expect(of(['de', 'fr'])).toEqual([['de', german]])
})
