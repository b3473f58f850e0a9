import { expect, it } from 'vitest'
import { PASSWORD, SECRET } from '../plugins/core-auth/people.ts'
import { sharedSite } from './browser.ts'
import { signIn } from './pages.ts'

const site = sharedSite({ vars: { JWT_SECRET: SECRET, ADMIN_PASSWORD: PASSWORD } })

const publicTitles = async () =>
  (await site.service.json('/api/posts')).body.data.map(({ title }: { title: string }) => title)

it('creates, edits, publishes, deletes and restores a post with plain forms', async () => {
  const page = await site.open({ scripts: false })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await signIn(page)
  await page.getByRole('link', { name: 'New in Posts' }).click()
  await page.getByLabel('Title').fill('Sent by a form')
  await button('Save draft').click()
  await page.getByText('Created.', { exact: true }).waitFor()
  expect(await publicTitles()).toEqual([])

  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Sent by a form, twice')
  await button('Save draft').click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await button('Publish').click()
  await page.getByText('Published.', { exact: true }).waitFor()
  expect(await publicTitles()).toEqual(['Sent by a form, twice'])

  await button('Move to trash').click()
  await page.getByText('Moved to the trash.', { exact: true }).waitFor()
  expect(await publicTitles()).toEqual([])
  await page.goto('/admin/content/trash')
  await button('Restore Sent by a form, twice').click()
  await page.getByText('Restored from the trash.', { exact: true }).waitFor()
  expect(await publicTitles()).toEqual(['Sent by a form, twice'])
})
