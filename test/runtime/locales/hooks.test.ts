import { expect, it } from 'vitest'
import { localizedService } from './fixture.ts'

const api = localizedService()

const BODY = {
  title: { en: 'Tides', de: 'Gezeiten' },
  seo: { title: { de: 'Ebbe' }, robots: 'noindex' },
  sections: [{ type: 'quote', text: { en: 'Hello', de: 'Hallo' }, author: 'Anna' }],
}

it('tells hooks of fields as they are declared, and of other locales beside them', async () => {
  expect((await api.post('/api/posts?locale=*', BODY)).status).toBe(201)
  const { data } = await api.get('/auth/heard')
  expect(data).toMatchObject({
    title: 'Tides',
    seo: { robots: 'noindex' },
    sections: [{ type: 'quote', text: 'Hello', author: 'Anna' }],
    translations: {
      de: { title: 'Gezeiten', seo: { title: 'Ebbe' }, sections: [{ text: 'Hallo', author: 'Anna' }] },
      'pt-BR': { title: null, slug: null },
    },
  })
  expect(data.translations.de).not.toHaveProperty('sku')
  expect(JSON.stringify(data)).not.toMatch(/@|translatedAt/)
})

it('takes changes of a hook in any locale, and keeps what it does not name', async () => {
  const made = await api.post('/api/posts?locale=*', { ...BODY, title: { en: 'Loud', de: 'Leise', 'pt-BR': 'Alto' } })
  expect(made.status).toBe(201)
  const { data } = await api.get(`/api/posts/${made.data.id}?locale=*`)
  expect(data.title).toEqual({ en: 'LOUD', de: 'LAUT', 'pt-BR': 'Alto' })
  expect(data.sections).toMatchObject([{ text: { en: 'Hello', de: 'Hallo' }, author: 'Anna' }])
})
