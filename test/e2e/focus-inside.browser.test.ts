import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { PASSWORD, SECRET } from '../plugins/core-auth/people.ts'
import { nextFrame, sharedSite } from './browser.ts'
import { signIn } from './pages.ts'

const site = sharedSite({ vars: { JWT_SECRET: SECRET, ADMIN_PASSWORD: PASSWORD } })
let page: Page

beforeAll(async () => {
  page = await site.open()
  await signIn(page)
})

const when = () => page.getByLabel('When')
const isInFocus = () => when().evaluate((input) => input.matches(':focus'))
const showInput = (isShown: boolean) =>
  when().evaluate((input, shown) => {
    input.toggleAttribute('hidden', !shown)
  }, isShown)

it('whoever opens “Publish later” is in its input, however many frames it takes until it is there', async () => {
  await page.goto('/admin/content/new?collection=posts')
  await showInput(false)
  await page.getByText('Publish later', { exact: true }).click()
  for (let frame = 0; frame < 5; frame += 1) await nextFrame(page)
  expect(await isInFocus()).toBe(false)
  await showInput(true)
  await expect.poll(isInFocus).toBe(true)
})

it('whoever has gone elsewhere meanwhile stays there', async () => {
  await page.goto('/admin/content/new?collection=posts')
  await showInput(false)
  await page.getByText('Publish later', { exact: true }).click()
  await page.getByLabel('Title').focus()
  await nextFrame(page)
  await showInput(true)
  await nextFrame(page)
  await nextFrame(page)
  expect(await isInFocus()).toBe(false)
})

it('nothing is tried any more once that part of the page is gone', async () => {
  await page.goto('/admin/content/new?collection=posts')
  await showInput(false)
  await page.getByText('Publish later', { exact: true }).click()
  const tries = await page.evaluate(async () => {
    const request = window.requestAnimationFrame
    const frame = () => new Promise((done) => request(done))
    document.querySelector('details[data-focus-inside]')?.remove()
    await frame()
    let count = 0
    window.requestAnimationFrame = (callback) => {
      count += 1
      return request(callback)
    }
    for (let left = 5; left > 0; left -= 1) await frame()
    return count
  })
  expect(tries).toBe(0)
})
