import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ root: fileURLToPath(new URL('../fixtures/locales', import.meta.url)) })

const made = async (title: string) => {
  const body = { title, teaser: 'Hello', status: 'draft', seo: { title: 'Search', robots: 'all' } }
  const { data } = (await site.service.json('/api/posts', { method: 'POST', headers: as('editor'), body })).body
  return String(data.id)
}

const stored = async (id: string) =>
  (await site.service.json(`/api/posts/${id}?locale=*`, { headers: as('editor') })).body.data

it('translates a document beside its original', async () => {
  const id = await made('Good morning')
  const page = await site.open({ headers: as('editor') })
  const languages = page.getByRole('navigation', { name: 'Languages of the content' })
  await page.goto(`/admin/content/?collection=posts&translation=de:missing`)
  await page.getByRole('link', { name: 'German: missing' }).first().click()
  await languages.getByRole('link', { name: 'German missing' }).waitFor()
  await page.getByRole('button', { name: 'Copy Title from the original' }).click()
  await page.getByText('Not saved yet').waitFor()
  expect(await page.locator('[name=title]').inputValue()).toBe('Good morning')
  await page.locator('[name=title]').fill('Guten Morgen')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await languages.getByRole('link', { name: 'German complete' }).waitFor()
  expect(page.url()).toContain('locale=de')
  expect(await stored(id)).toMatchObject({
    title: { en: 'Good morning', de: 'Guten Morgen' },
    teaser: { en: 'Hello', de: null },
    seo: { title: { en: 'Search', de: null }, robots: 'all' },
    slug: { en: 'good-morning', de: 'guten-morgen' },
    publishedLocales: null,
  })
})

it('calls a translation up to date once it is saved again, changed or not', async () => {
  const id = await made('Good night')
  const write = (query: string, body: object) =>
    site.service.json(`/api/posts/${id}${query}`, { method: 'PATCH', headers: as('editor'), body })
  await write('?locale=de', { title: 'Gute Nacht' })
  await write('', { title: 'Good night!' })
  const page = await site.open({ headers: as('editor') })
  const languages = page.getByRole('navigation', { name: 'Languages of the content' })
  await page.goto(`/admin/content/${id}/edit?collection=posts&locale=de`)
  await page.getByText('The original has changed since this translation was saved.').waitFor()
  await languages.getByRole('link', { name: 'German older than the original' }).waitFor()
  expect(await page.locator('[name=title]').evaluate((field) => field.closest('[lang]')?.getAttribute('lang'))).toBe(
    'de',
  )
  await page.getByRole('button', { name: 'Save draft' }).click()
  await languages.getByRole('link', { name: 'German complete' }).waitFor()
  await page.getByText('The original has changed since').waitFor({ state: 'detached' })
  expect((await stored(id)).title).toMatchObject({ en: 'Good night!', de: 'Gute Nacht' })
})

it('translates with plain forms', async () => {
  const id = await made('Good evening')
  const page = await site.open({ headers: as('editor'), scripts: false })
  await page.goto(`/admin/content/${id}/edit?collection=posts&locale=de`)
  await page.getByRole('button', { name: 'Copy Teaser from the original' }).click()
  await page.locator('[name=title]').fill('Guten Abend')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  expect(await stored(id)).toMatchObject({ title: { en: 'Good evening', de: 'Guten Abend' }, teaser: { de: 'Hello' } })
})

it('makes a link to the preview in the language of the form', async () => {
  const id = await made('Good day')
  const { body } = await site.service.json(`/admin/content/${id}/preview?collection=posts&locale=de`, {
    method: 'POST',
    headers: { ...as('editor'), accept: 'application/json' },
  })
  expect(body.data.url).toMatch(/^https:\/\/www\.example\.com\/de\/posts\/good-day\?preview=./)
})
