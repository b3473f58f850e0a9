import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedSite } from './browser.ts'
import { openStory, paragraph, text } from './rich-text-editor.ts'

const site = sharedSite({ root: fileURLToPath(new URL('../fixtures/rich-text', import.meta.url)) })

async function makePage(title: string): Promise<string> {
  const { body } = await site.service.json('/api/pages', { body: { title, slug: title }, headers: as('editor') })
  return body.data.id
}

it('links to a document by words of its title, by the keyboard alone, and shows it again', async () => {
  const documentId = await makePage('The harbour at night')
  const { page, saved } = await openStory(site, [paragraph('Read this')])
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.press('Control+A')
  await page.keyboard.press('Control+K')
  await page.keyboard.type('at night')
  await page.getByRole('option', { name: 'The harbour at night' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText(/A document in Pages/).waitFor()
  await page.keyboard.press('Enter')

  const to = { collection: 'pages', documentId }
  const [stored] = (await saved()) as { content: { marks: { type: string; attrs: object }[] }[] }[]
  const [mark] = stored?.content[0]?.marks ?? []
  expect(mark).toMatchObject({ type: 'link', attrs: to })
  expect(mark?.attrs).not.toHaveProperty('href')

  await body.getByText(/Read this/).click()
  await page.keyboard.press('Control+K')
  const input = page.getByRole('combobox', { name: 'Address, or words from a title' })
  await expect.poll(() => input.inputValue()).toBe('The harbour at night')
  await input.fill('https://example.com/')
  await page.keyboard.press('Enter')
  const link = text('Read this', { type: 'link', attrs: expect.objectContaining({ href: 'https://example.com/' }) })
  expect(await saved()).toEqual([{ type: 'paragraph', content: [link] }])
})

it('takes neither a title that nobody chose nor an address that runs something', async () => {
  const { page } = await openStory(site, [paragraph('Read this')])
  await page.getByRole('textbox', { name: 'Body' }).press('Control+K')
  for (const words of ['nowhere at all', 'javascript:alert(1)']) {
    await page.getByRole('combobox', { name: 'Address, or words from a title' }).fill(words)
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText(/Choose a document from the list/)
      .waitFor()
  }
})
