import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sharedSite } from './browser.ts'
import { openStory, paragraph } from './rich-text-editor.ts'

const site = sharedSite({ root: fileURLToPath(new URL('../fixtures/rich-text', import.meta.url)) })

it('selects a picture at the beginning with the first click', async () => {
  const image = { type: 'image', attrs: { src: '/assets/icons.svg', alt: 'A boat', width: 200, height: 100 } }
  const { page } = await openStory(site, [image, paragraph('After')])
  const bar = page.getByRole('toolbar', { name: 'Image' })
  expect(await bar.isVisible()).toBe(false)
  await page.getByRole('img', { name: 'A boat' }).click()
  await bar.waitFor()
  await page.keyboard.press('Enter')
  const words = page.getByRole('textbox', { name: 'Description for people who cannot see it' })
  await expect.poll(() => words.inputValue()).toBe('A boat')
})

it('lists its keys at Ctrl+/, and goes back to the text', async () => {
  const { page } = await openStory(site, [paragraph('Text')])
  const text = page.getByRole('textbox', { name: 'Body' })
  await text.press('Control+/')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText(/Ctrl\+K/).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true)
})
