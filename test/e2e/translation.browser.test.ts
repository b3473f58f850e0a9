import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { violationsOn } from './axe.ts'
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
  await page.getByRole('button', { name: 'Copy from the original (Title)' }).click()
  await page.getByText('Not saved yet', { exact: true }).waitFor()
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
  await page.getByText(/The original has changed since this translation was saved\./).waitFor()
  await languages.getByRole('link', { name: 'German older than the original' }).waitFor()
  expect(await page.locator('[name=title]').evaluate((field) => field.closest('[lang]')?.getAttribute('lang'))).toBe(
    'de',
  )
  await page.getByRole('button', { name: 'Save draft' }).click()
  await languages.getByRole('link', { name: 'German complete' }).waitFor()
  await page.getByText(/The original has changed since/).waitFor({ state: 'detached' })
  expect((await stored(id)).title).toMatchObject({ en: 'Good night!', de: 'Gute Nacht' })
})

it('translates with plain forms', async () => {
  const id = await made('Good evening')
  const page = await site.open({ headers: as('editor'), scripts: false })
  await page.goto(`/admin/content/${id}/edit?collection=posts&locale=de`)
  await page.getByRole('button', { name: 'Copy from the original (Teaser)' }).click()
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

it('gives a translator the language of the role to write, and the others to read', async () => {
  const id = await made('Good afternoon')
  const write = (query: string, body: object) =>
    site.service.json(`/api/posts/${id}${query}`, { method: 'PATCH', headers: as('editor'), body })
  await write('', { sections: [{ type: 'quote', text: 'Soon', author: 'Ann' }], status: 'published' })
  const page = await site.open({ headers: as('translator') })
  await page.goto('/admin/')
  expect(await page.getByRole('link', { name: 'New document' }).count()).toBe(0)
  await page.goto('/admin/content/?collection=posts&translation=de:missing')
  await page.getByRole('link', { name: 'Good afternoon' }).click()
  await page.locator('[name=title]').fill('Guten Nachmittag')
  await page.locator('[name="sections.0.text"]').fill('Bald')
  expect(await page.locator('[name="sections.0.author"]').getAttribute('type')).toBe('hidden')
  expect(await page.getByRole('button', { name: /Publish|Duplicate|Remove|Move to trash/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  const languages = page.getByRole('navigation', { name: 'Languages of the content' })
  await languages.getByRole('link', { name: 'German complete' }).waitFor()
  const { data } = (await site.service.json(`/api/posts/${id}?locale=*&draft=true`, { headers: as('editor') })).body
  expect(data).toMatchObject({
    title: { en: 'Good afternoon', de: 'Guten Nachmittag' },
    seo: { title: { en: 'Search' }, robots: 'all' },
    sections: [{ text: { en: 'Soon', de: 'Bald' }, author: 'Ann' }],
  })
  await languages.getByRole('link', { name: 'English original' }).click()
  await page.getByText('You can read this language, but you cannot write it.', { exact: true }).waitFor()
  expect(await page.locator('[name=title]').count()).toBe(0)
  for (const path of [
    '/admin/collections',
    '/admin/content/new?collection=posts',
    '/admin/content/trash',
    '/admin/users',
  ])
    expect((await page.goto(path))?.status(), path).toBe(403)
})

it('compares versions and pending changes in every language', async () => {
  const id = await made('Good luck')
  const write = (query: string, body: object) =>
    site.service.json(`/api/posts/${id}${query}`, { method: 'PATCH', headers: as('editor'), body })
  await write('', { status: 'published' })
  await write('?locale=de', { title: 'Viel Gluck' })
  await write('?locale=de&draft=true', { title: 'Viel Erfolg' })
  const page = await site.open({ headers: as('editor') })
  await page.goto(`/admin/content/${id}/changes?collection=posts&locale=pt-BR`)
  const row = page.getByRole('row', { name: 'Title in German' })
  expect(await row.innerText()).toContain('Viel Erfolg')
  expect(await row.getByRole('cell').last().getAttribute('lang')).toBe('de')
  await page.goto(`/admin/content/${id}/versions?collection=posts&version=2&locale=de`)
  expect(await page.getByRole('row', { name: 'Title in German' }).innerText()).toContain('Viel Erfolg')
  await page.getByRole('button', { name: 'Restore version 2' }).click()
  await page.waitForURL('**did=restored**')
  expect(page.url()).toContain('locale=de')
})

it.each([
  ['the list', '?collection=posts'],
  ['a translation', 'ID/edit?collection=posts&locale=de'],
  ['what a translator reads', 'ID/edit?collection=posts&locale=en'],
])('is accessible: %s', async (_, path) => {
  const id = await made(`Good ${path.length}`)
  for (const dark of [false, true]) {
    const page = await site.open({ headers: as('translator'), width: dark ? 375 : 1440, dark })
    await page.goto(`/admin/content/${path.replace('ID', id)}`)
    expect(await violationsOn(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
})
