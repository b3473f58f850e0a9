import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { FIXTURE } from '../runtime/fixture.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ root: FIXTURE })
const editor = as('editor', 'eve')

const scheduled = async (title: string, scheduledAt: string) => {
  const body = { title, status: 'scheduled', scheduledAt }
  const answer = await site.service.json('/api/articles', { headers: editor, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id as string
}
const timeOf = async (id: string) =>
  (await site.service.json(`/api/articles/${id}`, { headers: editor })).body.data.scheduledAt

const day = (page: Page, date: string) => page.locator(`[data-day="${date}"]`)

it('moves a document with a mouse, keeps its time of day over a change of clocks, and undoes it', async () => {
  // Nine o'clock in Berlin, where the tests' browser is; clocks go forward in the night after.
  const id = await scheduled('Spring walks', '2099-03-28T08:00:00.000Z')
  const page = await site.open({ headers: editor })
  await page.goto('/admin/calendar?date=2099-03-10')
  await page.getByText(/Times in Europe\/Berlin\./).waitFor()
  const item = page.getByRole('link', { name: 'Spring walks' })
  await day(page, '2099-03-28')
    .getByRole('link', { name: /09:00 Spring walks/ })
    .waitFor()
  await item.dragTo(day(page, '2099-03-30'))
  await page.getByText(/Moved to Monday, March 30, 2099/).waitFor()
  await day(page, '2099-03-30')
    .getByRole('link', { name: /09:00 Spring walks/ })
    .waitFor()
  expect(await timeOf(id)).toBe('2099-03-30T07:00:00.000Z')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/Moved back to Saturday, March 28, 2099/).waitFor()
  expect(await timeOf(id)).toBe('2099-03-28T08:00:00.000Z')
})

it('moves a document by keys, as often as they are pressed, and not over what somebody else has changed', async () => {
  const id = await scheduled('Night trains', '2099-05-13T20:30:00.000Z')
  const page = await site.open({ headers: editor })
  await page.goto('/admin/calendar?view=month&date=2099-05-01')
  await page.getByText(/Times in Europe\/Berlin\./).waitFor()
  await page.getByRole('link', { name: /22:30 Night trains/ }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await day(page, '2099-05-21').getByRole('link', { name: 'Night trains' }).waitFor()
  expect(await timeOf(id)).toBe('2099-05-21T20:30:00.000Z')

  const body = { scheduledAt: '2099-05-05T06:00:00.000Z' }
  await site.service.json(`/api/articles/${id}`, { method: 'PATCH', headers: editor, body })
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText(/This document has been changed in the meantime/).waitFor()
  await day(page, '2099-05-05')
    .getByRole('link', { name: /08:00 Night trains/ })
    .waitFor()
  expect(await timeOf(id)).toBe(body.scheduledAt)

  // Its link leads to the time in the form, where it can be changed without a script.
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel schedule' }).waitFor()
  expect(new URL(page.url()).hash).toBe('#scheduled-at')
})
