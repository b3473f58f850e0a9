import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedSite } from './browser.ts'
import { paste } from './rich-text-editor.ts'

const site = sharedSite({ root: fileURLToPath(new URL('../fixtures/rich-text', import.meta.url)) })
const headers = as('editor')

/** Opens a story, with the cursor in the text that takes embeds. */
async function open(content: readonly object[] = [{ type: 'paragraph' }]) {
  const made = await site.service.json('/api/stories', {
    body: { title: 'A story', watched: { type: 'doc', content } },
    headers,
  })
  const { id } = made.body.data
  const page = await site.open({ headers })
  await page.goto(`/admin/content/${id}/edit?collection=stories`)
  const text = page.getByRole('textbox', { name: 'Watched' })
  await text.waitFor()
  await text.locator('p').first().click()
  const saved = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const { body } = await site.service.json(`/api/stories/${id}`, { headers })
    return body.data.watched.content.filter(({ type, content: inner }: { type: string; content?: unknown }) =>
      type === 'paragraph' ? inner : true,
    )
  }
  return { page, saved }
}

it('makes an embed of an address that is pasted on an empty line; one undo keeps the link', async () => {
  const { page, saved } = await open()
  await paste(page, { 'text/plain': 'https://youtu.be/dQw4w9WgXcQ?t=3' })
  await page.getByRole('group', { name: 'YouTube' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  await page.keyboard.press('Control+Z')
  await page.getByRole('link', { name: 'https://youtu.be/dQw4w9WgXcQ?t=3' }).waitFor()
  await page.keyboard.press('Control+Shift+Z')
  expect(await saved()).toEqual([{ type: 'embed', attrs: { provider: 'youtube', id: 'dQw4w9WgXcQ' } }])
})

it('inserts one from the menu, refuses other sites in a sentence, and changes its title', async () => {
  const { page, saved } = await open()
  await page.keyboard.type('/emb')
  await page.keyboard.press('Enter')
  const address = page.getByRole('textbox', { name: 'Address of a page on YouTube, Vimeo, or Example Tube' })
  await address.fill('https://elsewhere.example.com/w/1')
  await page.keyboard.press('Enter')
  await page.getByText(/This is not the address of a page on YouTube, Vimeo, or Example Tube\./).waitFor()
  await address.fill('tube.example.com/w/a-1')
  await page.keyboard.press('Enter')
  const card = page.getByRole('group', { name: 'Example Tube' })
  await card.getByRole('button', { name: 'Edit Example Tube' }).click()
  await page.getByRole('textbox', { name: 'Title, for people who cannot see it' }).fill('A boat')
  await page.keyboard.press('Enter')
  await card.getByText(/A boat/).waitFor()
  expect(await saved()).toEqual([{ type: 'embed', attrs: { provider: 'tube', id: 'a-1', title: 'A boat' } }])
})

it('keeps an embed while the text around it is written', async () => {
  const embed = { type: 'embed', attrs: { provider: 'vimeo', id: '12', title: 'Kept' } }
  const { page, saved } = await open([{ type: 'paragraph' }, embed])
  await page.getByRole('link', { name: 'https://vimeo.com/12' }).waitFor()
  await page.keyboard.type('Above')
  expect(await saved()).toEqual([{ type: 'paragraph', content: [{ type: 'text', text: 'Above' }] }, embed])
})
