import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type Colleague, colleague } from '../plugins/collaboration/people.ts'
import { PASSWORD, SECRET } from '../plugins/core-auth/people.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ vars: { JWT_SECRET: SECRET, RESEND_API_KEY: 're_test' } })
let anna: Colleague
let ben: Colleague

beforeAll(async () => {
  await site.service.fetch('/api/health')
  anna = await colleague(site.service, 'Anna Berg')
  ben = await colleague(site.service, 'Ben Cole')
})

const draft = async (title: string) => {
  const { body } = await site.service.json('/api/posts', { headers: anna.headers, body: { title } })
  return `/admin/content/${body.data.id}/edit?collection=posts`
}
const opened = async (who: Colleague, path: string) => {
  const page = await site.open()
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/admin/**')
  await page.goto(path)
  return page
}
/** As somebody comes back to a tab: the next sign of life is sent at once. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const here = (page: Page) => page.getByRole('region', { name: 'People here' })
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' })

it('two people see each other in a document, and one takes over without loss', async () => {
  const path = await draft('Both in here')
  const first = await opened(anna, path)
  await comeBack(first)
  const second = await opened(ben, path)
  await here(second).getByText('Anna Berg is editing this document.', { exact: true }).waitFor()
  await first.getByLabel('Summary').fill('Typed by Anna')
  await here(second).getByRole('button', { name: 'Take over' }).press('Enter')
  await here(second)
    .getByText(/Anna Berg is editing/)
    .waitFor({ state: 'detached' })
  expect(second.url()).toContain(path)
  await comeBack(first)
  await here(first).getByText('Ben Cole has taken over.', { exact: true }).waitFor()
  expect(await first.getByLabel('Summary').inputValue()).toBe('Typed by Anna')
  await second.goto('/admin/')
  await expect
    .poll(async () => {
      await comeBack(first)
      return here(first).innerText()
    })
    .toBe('')
})

it('a comment on a field mentions somebody, who answers it', async () => {
  const path = await draft('Talked about')
  const page = await opened(anna, path)
  await page.getByLabel('Summary').fill('Not saved, and still here')
  await page.getByRole('button', { name: 'Comment on Summary' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Too long? @co')
  await page.getByRole('option', { name: 'Ben Cole @ben' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('New comment').inputValue()).toBe('Too long? @ben ')
  await comments(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await comments(page)
    .getByText(/Too long\? @ben/)
    .waitFor()
  expect(await page.getByLabel('Summary').inputValue()).toBe('Not saved, and still here')
  await page.getByRole('button', { name: 'Comments on Summary: 1' }).waitFor()
  const [mail] = await site.service.sql<{ html: string }>(
    'SELECT html FROM email_messages WHERE recipient = ?',
    ben.email,
  )
  const link = /href="[^"]*?(\/admin\/content\/[^"]+)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&#38;', '&') ?? ''

  const other = await opened(ben, link)
  const thread = comments(other).getByRole('listitem').filter({ hasText: 'Too long?' })
  await thread.getByText('Reply', { exact: true }).first().click()
  await thread.getByLabel('Your reply').fill('No.')
  await thread.getByRole('button', { name: 'Reply' }).click()
  await thread.getByText('No.', { exact: true }).waitFor()
  await thread.getByRole('button', { name: 'Resolve' }).click()
  await comments(other).getByText('No open comments.', { exact: true }).waitFor()
  await comments(other)
    .getByText(/1 resolved/)
    .click()
  await comments(other)
    .getByText(/Resolved by Ben Cole/)
    .waitFor()
  await other.getByRole('button', { name: 'Comment on Summary' }).waitFor({ state: 'attached' })
})

it('a comment that is being typed outlives the document being saved', async () => {
  const page = await opened(anna, await draft('Saved meanwhile'))
  await page.getByLabel('New comment').fill('Half a thou')
  await page.getByLabel('Summary').fill('Saved')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  expect(await page.getByLabel('New comment').inputValue()).toBe('Half a thou')
})
