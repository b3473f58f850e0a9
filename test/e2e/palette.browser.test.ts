import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { FIXTURE } from '../runtime/fixture.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ root: FIXTURE })

it('goes anywhere by name, with the keyboard alone', async () => {
  const headers = as('editor')
  await site.service.json('/api/topics', { body: { name: 'Lighthouses of the north' }, headers })
  const page = await site.open({ headers })
  await page.goto('/admin/')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search everything' })
  await dialog.getByRole('option', { name: 'Dashboard' }).waitFor()

  await page.keyboard.type('lighthouses')
  await dialog.getByRole('option', { name: 'Lighthouses of the north' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Lighthouses of the north' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('new document in')
  await dialog
    .getByRole('option')
    .nth(1)
    .getByText(/New document in/)
    .waitFor()
  const second = await dialog.getByRole('option').nth(1).getAttribute('data-path')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${second}`)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

it('offers nobody what is not for them', async () => {
  const asked = (role: string) => site.service.json('/admin/api/go?q=lighthouses', { headers: as(role) })
  expect((await asked('viewer')).status).toBe(403)
  expect((await asked('editor')).body.data).toContainEqual(
    expect.objectContaining({ title: 'Documents', destinations: [expect.objectContaining({ kind: 'Topics' })] }),
  )
})
