import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sharedSite } from './browser.ts'
import { openStory, paragraph, row, text } from './rich-text-editor.ts'

const site = sharedSite({ root: fileURLToPath(new URL('../fixtures/rich-text', import.meta.url)) })

const bodyOf = (page: Page) => page.locator('[role=textbox][aria-label=Body]')

it('inserts what is chosen in the menu of the slash, by the keyboard alone', async () => {
  const { page, saved } = await openStory(site, [paragraph('First')])
  const body = bodyOf(page)
  const menu = page.getByRole('listbox', { name: 'Insert' })
  await body.click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await menu.waitFor()
  expect(await menu.getByRole('option').allTextContents()).toEqual(
    'Heading,Smaller heading,List,Numbered list,Quotation,Code block,Table,Dividing line,Box,Slogan,Mention,Page break'.split(
      ',',
    ),
  )
  await page.keyboard.type('tab')
  expect(await menu.getByRole('option').allTextContents()).toEqual(['Table'])
  const chosen = await body.getAttribute('aria-activedescendant')
  expect(await page.locator(`#${chosen}`).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await menu.count()).toBe(0)
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('/lis')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('One')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/box')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Inside')
  expect(await saved()).toEqual([
    { type: 'orderedList', attrs: { start: 1 }, content: [{ type: 'listItem', content: [paragraph('One')] }] },
    { type: 'callout', attrs: { tone: 'note' }, content: [paragraph('Inside')] },
    paragraph(),
  ])
})

it('breaks the line where the cursor stands, even before the browser tells where that is', async () => {
  const { page, saved } = await openStory(site, [paragraph('First')])
  await bodyOf(page).focus()
  await bodyOf(page).evaluate((body) => {
    getSelection()?.collapse(document.createTreeWalker(body, NodeFilter.SHOW_TEXT).nextNode(), 2)
    const enter = { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }
    body.dispatchEvent(new KeyboardEvent('keydown', enter))
  })
  expect(await saved()).toEqual([paragraph('Fi'), paragraph('rst')])
})

it('formats what is selected in the bar beside it', async () => {
  const { page, saved } = await openStory(site, [paragraph('Kiel')])
  const bar = page.getByRole('toolbar', { name: 'Selected text' })
  await bodyOf(page).click()
  expect(await bar.count()).toBe(0)
  await page.keyboard.press('Control+A')
  await bar.waitFor()
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  expect(await bar.getByRole('button', { name: 'Italic' }).getAttribute('aria-pressed')).toBe('true')
  expect(await saved()).toEqual([{ type: 'paragraph', content: [text('Kiel', { type: 'italic' })] }])
})

it('counts words, and shows the text alone until Escape', async () => {
  const { page } = await openStory(site, [
    paragraph('One two'),
    { type: 'table', content: [row('tableCell', 'three', '')] },
  ])
  await page.getByText(/3 words · 1 min to read/).waitFor()
  await bodyOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' four')
  await page.getByText(/4 words · 1 min to read/).waitFor()
  const title = page.getByRole('textbox', { name: 'Title' })
  const isCovered = () =>
    title.evaluate((input) => {
      const { left, top } = input.getBoundingClientRect()
      return document.elementFromPoint(left + 5, top + 5) !== input
    })
  expect(await isCovered()).toBe(false)
  await page.keyboard.press('Control+Shift+F')
  expect(await isCovered()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await isCovered()).toBe(false)
})

it('keeps the caption of a picture, and asks for another', async () => {
  const picture = { type: 'image', attrs: { src: '/a.png', alt: 'A ship', width: 640, mediaId: 'm1', caption: 'Kiel' } }
  const { page, saved } = await openStory(site, [paragraph('Top'), picture, paragraph('End')])
  await page.locator('.rich-text figure img').click()
  await page.getByRole('button', { name: 'Description and caption' }).click()
  await page.getByLabel('Caption').fill('Kiel, 1906')
  await page.keyboard.press('Enter')
  const [, image] = await saved()
  expect(image).toEqual({ ...picture, attrs: { ...picture.attrs, caption: 'Kiel, 1906' } })
})
