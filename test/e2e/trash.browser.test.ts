import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { FIXTURE } from '../runtime/fixture.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ root: FIXTURE })
const editor = as('editor', 'eve')

it('takes one click to move a document to the trash, one to undo it, and two to delete it permanently', async () => {
  const create = async (name: string) =>
    (await site.service.json('/api/people', { body: { name }, headers: editor })).body.data.id
  const exists = async (id: string) => (await site.service.json(`/api/people/${id}`)).status === 200
  const [id, other] = [await create('Ada Lovelace'), await create('Charles Babbage')]
  const page = await site.open({ headers: editor })
  await page.goto(`/admin/content/${id}/edit?collection=people`)
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByText('Moved to the trash.', { exact: true }).waitFor()
  expect(await exists(id)).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Restored from the trash.', { exact: true }).waitFor()
  expect(await exists(id)).toBe(true)

  await page.goto('/admin/content/?collection=people')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByRole('link', { name: 'Open the trash' }).click()
  await page.getByRole('button', { name: 'Restore Ada Lovelace' }).click()
  await page.getByText('Restored from the trash.', { exact: true }).waitFor()
  await page.goto('/admin/content/trash')
  await page.getByRole('checkbox', { name: 'Select Charles Babbage' }).check()
  await page.getByText('Delete permanently', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, delete permanently' }).click()
  await page.getByRole('heading', { name: 'Deleted permanently.' }).waitFor()
  expect([await exists(id), await exists(other)]).toEqual([true, false])
  await page.getByText('The trash is empty', { exact: true }).waitFor()
})
