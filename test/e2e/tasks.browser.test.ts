import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, SECRET } from '../plugins/core-auth/people.ts'
import { sharedSite } from './browser.ts'
import { signIn } from './pages.ts'
import { countSteps, type Steps } from './steps.ts'

const site = sharedSite({ vars: { JWT_SECRET: SECRET, ADMIN_PASSWORD: PASSWORD } })
let page: Page
let steps: Steps

beforeAll(async () => {
  page = await site.open()
  await signIn(page)
})

/** Every task begins on the dashboard, with no key pressed. */
beforeEach(async () => {
  await page.goto('/admin/')
  steps = countSteps(page)
})

const menu = (name: string) => page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const publicPosts = async () => (await site.service.json('/api/posts')).body.data

async function write(title: string, text: string): Promise<void> {
  await steps.click(menu('New in Posts'))
  await page.waitForURL('**/admin/content/new**')
  await steps.type(title)
  await steps.click(page.getByRole('textbox', { name: 'Body' }))
  await steps.type(text)
  await page.getByText(/^Saved \d/).waitFor()
}

// The figures stand in docs/admin.md, under “Steps”.
describe('the steps from the dashboard', () => {
  it('write a draft, which is saved by itself, and publish it', async () => {
    await write('The bridge opens', 'Nobody had expected the drawbridge to work.')
    expect(steps.count()).toBe(4)
    await steps.click(button('Publish'))
    await page.getByText('Published.', { exact: true }).waitFor()
    expect(steps.count()).toBe(4 + 1)
    expect(await publicPosts()).toMatchObject([{ title: 'The bridge opens', status: 'published' }])
  })

  it('schedule a draft', async () => {
    await write('The bridge closes again', 'For the winter.')
    const before = steps.count()
    await steps.click(page.getByText('Publish later', { exact: true }))
    await expect.poll(() => page.getByLabel('When').evaluate((input) => input.matches(':focus'))).toBe(true)
    await steps.type('010120990600AM') // as Chromium asks in English
    await steps.click(button('Schedule'))
    await page.getByText('Scheduled.', { exact: true }).waitFor()
    expect(steps.count() - before).toBe(3)
    const [post] = await site.service.sql(`SELECT status, scheduled_at FROM posts WHERE status = 'scheduled'`)
    expect(post).toEqual({ status: 'scheduled', scheduled_at: Date.parse('2099-01-01T06:00+01:00') })
  })

  it('find a document by a word of its text', async () => {
    await steps.press('Control+k')
    await steps.type('drawbridge')
    await steps.press('Enter')
    await page.getByRole('heading', { name: 'The bridge opens', level: 1 }).waitFor()
    expect(steps.count()).toBe(3)
  })

  it('delete a document, and undo it', async () => {
    await page.goto((await page.getByRole('link', { name: 'The bridge opens' }).first().getAttribute('href')) ?? '')
    await steps.click(button('Move to trash'))
    await page.getByText('Moved to the trash.', { exact: true }).waitFor()
    expect(await publicPosts()).toEqual([])
    await steps.click(button('Undo'))
    await page.getByText('Restored from the trash.', { exact: true }).waitFor()
    expect(steps.count()).toBe(2)
    expect(await publicPosts()).toMatchObject([{ title: 'The bridge opens' }])
  })

  it('invite a colleague', async () => {
    await steps.click(menu('Users'))
    await steps.click(page.getByRole('link', { name: 'Invite' }))
    await page.getByRole('heading', { name: 'Invite somebody' }).waitFor()
    await steps.type('grace@example.com')
    await steps.press('Enter')
    await page.getByText('The invitation is on its way', { exact: true }).waitFor()
    expect(steps.count()).toBe(4)
    expect(await site.service.sql('SELECT email, role FROM invitations')).toEqual([
      { email: 'grace@example.com', role: 'editor' },
    ])
  })

  it('see the whole text of a slow statement, and its plan', async () => {
    await steps.click(menu('Database'))
    await steps.click(page.getByRole('link', { name: 'Performance' }))
    await steps.click(page.getByRole('link', { name: 'Whole statement and plan' }).first())
    await page.getByRole('heading', { name: 'Query plan' }).waitFor()
    expect(steps.count()).toBe(3)
  })

  it('restore a backup', async () => {
    await page.goto('/admin/database/backups')
    await button('Back up now').click()
    await page.getByRole('link', { name: 'Restore' }).first().waitFor()
    await site.service.sql('UPDATE posts SET title = ?1', 'Spoiled')
    await page.goto('/admin/')
    await steps.click(menu('Database'))
    await steps.click(page.getByRole('link', { name: 'Backups' }))
    await steps.click(page.getByRole('link', { name: 'Restore' }).first())
    await page.getByRole('heading', { name: 'Before you restore' }).waitFor()
    await steps.type('newsroom')
    await steps.press('Enter')
    await page
      .getByText(/ restored/)
      .first()
      .waitFor()
    expect(steps.count()).toBe(5)
    expect(await publicPosts()).toMatchObject([{ title: 'The bridge opens' }])
  })
})
