import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ root: fileURLToPath(new URL('../fixtures/rich-text', import.meta.url)) })
const editor = as('editor')

const paragraph = (text: string, ...more: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text }, ...more],
})

const BOX = { tone: 'warning', heading: 'Stop', more: null }

const CONTENT = [
  paragraph('Before ', { type: 'mention', attrs: { person: 'Ada' } }),
  { type: 'callout', attrs: BOX, content: [paragraph('Inside')] },
  { type: 'pageBreak', attrs: {} },
  { type: 'slogan', attrs: {}, content: [{ type: 'text', text: 'Onwards' }] },
]

async function open() {
  const body = { title: 'A story', body: { type: 'doc', content: CONTENT } }
  const made = await site.service.json('/api/stories', { body, headers: editor })
  const { id } = made.body.data
  const page = await site.open({ headers: editor })
  await page.goto(`/admin/content/${id}/edit?collection=stories`)
  await page.getByRole('textbox', { name: 'Body' }).waitFor()
  const saved = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    return (await site.service.json(`/api/stories/${id}`, { headers: editor })).body.data.body.content
  }
  return { page, saved }
}

it('shows the nodes of a field by their labels, and keeps them while the text around them is written', async () => {
  const { page, saved } = await open()
  await page
    .getByRole('group', { name: 'Box' })
    .getByText(/warning/)
    .waitFor()
  await page.getByText(/Mention: Ada/).waitFor()
  await page.getByText('Inside', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' the box')
  const [before, callout, ...rest] = CONTENT
  // The editor keeps a paragraph at the end, where writing goes on.
  const end = { type: 'paragraph' }
  expect(await saved()).toEqual([before, { ...callout, content: [paragraph('Inside the box')] }, ...rest, end])
})

it('moves and removes them, by the keyboard alone', async () => {
  const { page, saved } = await open()
  const down = page.getByRole('button', { name: 'Move Box down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move Box down')
  await page.keyboard.press('Enter')
  const [before, callout, pageBreak, slogan] = CONTENT
  await page.getByRole('button', { name: 'Remove Page break' }).focus()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('group', { name: 'Page break' }).count()).toBe(0)
  expect(
    (await saved()).filter(({ content, type }: { content?: unknown; type: string }) => type !== 'paragraph' || content),
  ).toEqual([before, slogan, callout])
  expect(pageBreak?.type).toBe('pageBreak')
})

it('takes them from the clipboard as they were', async () => {
  const { page, saved } = await open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const boxes = page.getByRole('group', { name: 'Box' })
  const text = page.getByRole('textbox', { name: 'Body' })
  await text.getByText(/^Before/).click()
  await text.press('Control+A')
  await page.keyboard.press('Control+X')
  await expect.poll(() => boxes.count()).toBe(0)
  await page.keyboard.press('Control+V')
  await expect.poll(() => boxes.count()).toBe(1)
  const content: readonly { type: string; attrs?: object }[] = await saved()
  expect(content.filter(({ type }) => type !== 'paragraph')).toEqual(CONTENT.slice(1))
})

it('edits the attributes of a node in a form of its fields', async () => {
  const { page, saved } = await open()
  await page.getByRole('button', { name: 'Edit Box' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Box' })
  await dialog.getByLabel('Tone').selectOption('note')
  await dialog.getByLabel('Heading').fill('Go on')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('group', { name: 'Box' }).getByText(/note/).waitFor()
  const [, callout] = await saved()
  expect(callout).toMatchObject({ type: 'callout', attrs: { tone: 'note', heading: 'Go on' } })
  expect(callout.content).toEqual([paragraph('Inside')])
})

it('asks for what a node needs before it is inserted, and says what is missing', async () => {
  const { page, saved } = await open()
  await page.getByText('Inside', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/mention')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Mention' })
  await dialog.getByLabel('Person').press('Enter')
  await dialog.getByText('A value is required.', { exact: true }).waitFor()
  await dialog.getByLabel('Person').fill('Grace')
  await page.keyboard.press('Enter')
  await page.getByText(/Mention: Grace/).waitFor()
  const [, callout] = await saved()
  expect(callout.content[1].content).toEqual([{ type: 'mention', attrs: { person: 'Grace' } }])
})
