import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sharedSite } from '../../e2e/browser.ts'
import { admin } from './site.ts'

const site = sharedSite({ root: fileURLToPath(new URL('../../fixtures/seed-data', import.meta.url)) })

it('goes on by itself until everything is made', async () => {
  const page = await site.open({ headers: admin })
  await page.goto('/admin/seed-data')
  await page.getByLabel('Documents').fill('900')
  await page.getByLabel('Images').fill('3')
  await page.getByLabel('Seed', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Create sample data' }).click()
  await page.getByText('All sample data has been created', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Clear sample data' }).waitFor()
  const { data } = (await site.service.json('/admin/seed-data/status', { headers: admin })).body
  expect(data).toMatchObject({ content: 900, users: 5, media: 3 })
  await page.getByRole('button', { name: 'Clear sample data' }).click()
  await page.getByText(/Removed: 900 documents/).waitFor()
})
