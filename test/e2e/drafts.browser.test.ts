import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { FIXTURE } from '../runtime/fixture.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ root: FIXTURE })
const editor = as('editor', 'eve')

it('keeps what is typed beside the published version, shows how it differs, and publishes it', async () => {
  const create = { title: 'The bridge stays closed', status: 'published' }
  const { data } = (await site.service.json('/api/articles', { body: create, headers: editor })).body
  const path = `/api/articles/${data.id}`
  const readers = async () => (await site.service.json(path)).body.data.title
  const page = await site.open({ headers: editor })
  const title = page.locator('[name=title]')
  const shot = (name: string) =>
    process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : null

  await page.goto(`/admin/content/${data.id}/edit?collection=articles`)
  await title.fill('The bridge opens on Monday')
  await page.getByText(/^Saved \d/).waitFor()
  await page.getByText(/Your changes are saved but not published/).waitFor()
  await shot('form')
  expect(await readers()).toBe('The bridge stays closed')

  await title.fill('The bridge opens on Tuesday')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByRole('heading', { name: 'Changes to publish' }).waitFor()
  await shot('changes')
  expect(await page.locator('ins').first().textContent()).toContain('opens')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Published.', { exact: true }).waitFor()
  expect(await readers()).toBe('The bridge opens on Tuesday')
  expect(await page.getByText('changes pending', { exact: true }).count()).toBe(0)

  await title.fill('The bridge opens some day')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await page.goto('/admin/content/?collection=articles')
  await page.getByText('changes pending', { exact: true }).waitFor()
  await shot('list')
  await page.goto(`/admin/content/${data.id}/edit?collection=articles`)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Discard changes' }).click()
  const sure = page.getByRole('button', { name: /^Yes/ })
  if (await sure.count()) await sure.click()
  await page.getByText('The changes are discarded.', { exact: true }).waitFor()
  expect(await title.inputValue()).toBe('The bridge opens on Tuesday')

  await page.getByRole('link', { name: 'History' }).click()
  const older = page.getByRole('radio', { name: 'Version 1: the older one', exact: true })
  await older.check()
  await page.getByRole('radio', { name: 'Draft 2 on version 1: the newer one' }).check()
  await page.getByRole('button', { name: 'Compare the two selected versions' }).click()
  expect(await page.locator('ins').allTextContents()).toContain('opens')
  await page.getByLabel('Name (named versions are kept)').fill('Before the opening')
  await shot('history')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('cell', { name: '1 Before the opening' }).waitFor()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('The version is restored.', { exact: true }).waitFor()
  expect(await title.inputValue()).toBe('The bridge stays closed')
  expect(await readers()).toBe('The bridge opens on Tuesday')
})
