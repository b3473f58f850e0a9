import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { FIXTURE } from '../runtime/fixture.ts'
import { nextFrame, sharedSite } from './browser.ts'

const site = sharedSite({ root: FIXTURE })
const editor = as('editor')

const create = async (collection: string, body: object) =>
  (await site.service.json(`/api/${collection}`, { body, headers: editor })).body.data
const read = async (collection: string, id: string) =>
  (
    await site.service.json(`/api/${collection}/${id}${collection === 'articles' ? '?draft=true' : ''}`, {
      headers: editor,
    })
  ).body.data

it('writes a document with formatted text, references and parts, and publishes it', async () => {
  const topic = await create('topics', { name: 'Harvest' })
  const page = await site.open({ headers: editor })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto('/admin/content/new?collection=articles')
  await page.getByLabel('Title', { exact: false }).first().fill('Crème brûlée at home')
  expect(await page.locator('input[name=slug]').inputValue()).toBe('creme-brulee-at-home')
  const text = page.locator('[role=textbox][aria-label=Body]')
  await text.click()
  await page.getByRole('button', { name: 'Bold' }).first().click()
  await page.keyboard.type('Slowly')
  await page.locator('[data-name=topics] [role=combobox]').fill('harv')
  await page.getByRole('option', { name: 'Harvest' }).click()
  await page.locator('button[data-add=quote]').click()
  await page.locator('textarea[name^="parts."][name$=".text"]').last().fill('It is warm')
  await page.locator('input[name="seo.title"]').fill('Short')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published.', { exact: true }).waitFor()
  const id = /content\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
  expect(await read('articles', id)).toMatchObject({
    title: 'Crème brûlée at home',
    status: 'published',
    topics: [topic.id],
    parts: [{ type: 'quote', text: 'It is warm' }],
    body: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Slowly', marks: [{ type: 'bold' }] }] }],
    },
  })
  expect(complaints).toEqual([])
})

it('takes a click that began before a save moved the page', async () => {
  const page = await site.open({ headers: editor })
  await page.goto('/admin/content/new?collection=articles')
  let letGo: () => void = () => {}
  const isPressed = new Promise<void>((done) => (letGo = done))
  await page.route(/\/edit\?/, async (route) => {
    await isPressed
    await route.continue()
  })
  const refresh = page.waitForRequest(/\/edit\?/)
  const refreshed = page.waitForResponse(/\/edit\?/)
  await page.getByLabel('Title', { exact: false }).first().fill('A slow hand')
  await refresh
  await page.getByRole('button', { name: 'Publish', exact: true }).hover()
  await page.mouse.down()
  letGo()
  await (await refreshed).finished()
  await nextFrame(page)
  await page.mouse.up()
  await page.getByText('Published.', { exact: true }).waitFor()
})

it('saves drafts while somebody types, and tells of a conflict', async () => {
  const { id } = await create('articles', { title: 'A draft' })
  const page = await site.open({ headers: editor })
  await page.goto(`/admin/content/${id}/edit?collection=articles`)
  await page.locator('[name=title]').fill('A draft, typed on')
  await page.getByText(/^Saved \d/).waitFor()
  expect(await read('articles', id)).toMatchObject({ title: 'A draft, typed on', status: 'draft' })
  await site.service.json(`/api/articles/${id}`, {
    method: 'PATCH',
    body: { title: 'Elsewhere' },
    headers: as('admin'),
  })
  await page.locator('[name=title]').fill('Mine')
  await page.getByText(/somebody else has saved a change/).waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Theirs, saved', { exact: true }).waitFor()
  expect(await page.locator('[name=title]').inputValue()).toBe('Mine')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  expect(await read('articles', id)).toMatchObject({ title: 'Mine' })
})

it('moves and removes items of a list', async () => {
  const { id } = await create('articles', { title: 'With links', status: 'published', links: ['one', 'two'] })
  const page = await site.open({ headers: editor })
  await page.goto(`/admin/content/${id}/edit?collection=articles`)
  await page.getByRole('button', { name: 'Move Links up' }).nth(1).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  expect((await read('articles', id)).links).toEqual(['two', 'one'])
  await page.getByRole('button', { name: 'Remove Links' }).first().click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Version', { exact: true }).waitFor()
  await expect.poll(async () => (await read('articles', id)).links).toEqual(['one'])
})

it('filters while somebody types, and deletes what is selected', async () => {
  await create('topics', { name: 'Unwanted' })
  await create('topics', { name: 'Wanted only' })
  const page = await site.open({ headers: editor })
  await page.goto('/admin/content/?collection=topics')
  await page.getByText('More filters', { exact: true }).click()
  await page.locator('input[name="value~name"]').fill('unwant')
  await page.getByText(/Wanted only/).waitFor({ state: 'detached' })
  await page.getByLabel('Select Unwanted').check()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByText(/1 document moved to the trash/).waitFor()
  // The list is filtered as before.
  await page.getByText('Nothing was found', { exact: true }).waitFor()
  await page.getByText(/Name contains unwant/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/1 document is as it was before/).waitFor()
  await page.getByRole('link', { name: 'Unwanted' }).waitFor()
})

it('keeps a list as a view, with other columns and another name, and comes back to it', async () => {
  await create('articles', { title: 'Ferry timetable', rating: 1 })
  const page = await site.open({ headers: editor })
  await page.goto('/admin/content/?collection=articles&title[startsWith]=Ferry')
  await page.getByText('Save view', { exact: true }).click()
  await page.getByLabel('Name of the view').fill('Ferries')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const views = page.getByRole('navigation', { name: 'Admin' })
  await views.getByRole('link', { name: 'Ferries' }).waitFor()
  await page.getByText('Change view', { exact: true }).click()
  const panel = page.locator('details[data-menu][open]')
  await panel.getByLabel('Name of the view').fill('Boats')
  await panel.getByLabel('Rating').check()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await views.getByRole('link', { name: 'Boats' }).waitFor()
  await page.goto('/admin/content/?collection=articles')
  expect(await page.getByRole('columnheader', { name: 'Rating' }).count()).toBe(0)
  await views.getByRole('link', { name: 'Boats' }).click()
  await page.getByRole('columnheader', { name: 'Rating' }).waitFor()
  expect(await page.locator('[data-open]').allTextContents()).toEqual(['Ferry timetable'])
  // Columns that are chosen beside a view are the reader's own.
  await page.goto('/admin/content/?collection=articles')
  await page.getByText('Columns', { exact: true }).click()
  const columns = page.locator('details[data-menu][open]')
  await columns.getByLabel('Day', { exact: true }).check()
  await columns.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Day' }).waitFor()
  await views.getByRole('link', { name: 'Boats' }).click()
  await page.getByRole('columnheader', { name: 'Rating' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Day' }).count()).toBe(0)
  // On a narrow screen, too, what opens stands on the screen.
  await page.setViewportSize({ width: 360, height: 800 })
  await page.reload()
  for (const name of ['Change view', 'Save view', 'Columns']) {
    await page.getByText(name, { exact: true }).click()
    const box = await page.locator('details[data-menu][open] form').boundingBox()
    expect([name, (box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 360]).toEqual([name, true, true])
    await page.keyboard.press('Escape')
    await page.locator('details[data-menu][open]').waitFor({ state: 'detached' })
  }
})

it('is no wider than a small screen', async () => {
  const { id } = await create('articles', { title: 'Narrow', links: ['one'] })
  const page = await site.open({ headers: editor, width: 375 })
  for (const path of [
    '/admin/content/',
    '/admin/content/?collection=articles',
    `/admin/content/${id}/edit?collection=articles`,
  ]) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(375)
  }
})
