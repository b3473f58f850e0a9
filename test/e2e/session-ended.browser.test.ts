import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bearer, login, PASSWORD, SECRET } from '../plugins/core-auth/people.ts'
import { sharedSite } from './browser.ts'
import { signIn } from './pages.ts'

const site = sharedSite({ vars: { JWT_SECRET: SECRET, ADMIN_PASSWORD: PASSWORD } })
let page: Page
let headers: { authorization: string }

beforeAll(async () => {
  page = await site.open()
  await signIn(page)
  headers = bearer((await login(site.service, 'admin@localhost')).body.token)
})

const shot = (name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : null

/** Makes a post and opens its form. */
async function openPost(title: string): Promise<string> {
  const { body } = await site.service.json('/api/posts', { body: { title }, headers })
  await page.goto(`/admin/content/${body.data.id}/edit?collection=posts`)
  return body.data.id
}

const titleOf = async (id: string) => (await site.service.json(`/api/posts/${id}`, { headers })).body.data.title

/** Signs in, in the tab that a button opens; it closes itself. */
async function signInBeside(press: () => Promise<void>): Promise<void> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press()])
  await tab.getByLabel('Email').fill('admin@localhost')
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const closed = tab.waitForEvent('close')
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await closed
}

const endSession = () => page.context().clearCookies()

it('keeps a form whose session has ended, and saves it by itself once somebody is signed in', async () => {
  const id = await openPost('Begun')
  await endSession()
  await page.locator('#field-title').fill('Typed without a session')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  await page.getByText('Not saved: your session has ended.', { exact: true }).waitFor()
  await shot('session-form')
  expect([new URL(page.url()).pathname, await titleOf(id)]).toEqual([`/admin/content/${id}/edit`, 'Begun'])
  await signInBeside(() => page.getByRole('button', { name: 'Sign in' }).click())
  await page.getByText(/^Saved \d/).waitFor()
  expect(await titleOf(id)).toBe('Typed without a session')
  expect(await page.getByRole('heading', { name: 'Your session has ended' }).count()).toBe(0)
})

it('does what a button asked for once somebody is signed in', async () => {
  const id = await openPost('To be published')
  await endSession()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await signInBeside(() => page.getByRole('button', { name: 'Sign in' }).click())
  await page.getByText('Published.', { exact: true }).waitFor()
  expect((await site.service.json(`/api/posts/${id}`)).status).toBe(200)
})

it('renews an access token that has expired, without a word', async () => {
  const id = await openPost('An hour ago')
  await page.context().clearCookies({ name: 'auth_token' })
  await page.locator('#field-title').fill('An hour later')
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved \d/).waitFor()
  expect(await titleOf(id)).toBe('An hour later')
})

it('asks to sign in before any other form leaves its page, and sends it then', async () => {
  await page.goto('/admin/profile')
  await page.getByLabel('First name').fill('Ada')
  await endSession()
  await page.clock.install({ time: Date.now() + 3_600_000 })
  await page
    .getByRole('button', { name: 'Save names' })
    .or(page.locator('form:has([name=firstName]) button'))
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByText(/Nothing is lost/)
    .waitFor()
  await shot('session-dialog')
  await signInBeside(() => page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click())
  await expect.poll(async () => (await site.service.json('/api/auth/me', { headers })).body.user.firstName).toBe('Ada')
})

it.each([
  ['/admin/content/0198?collection=posts', { referer: '/admin/content/0198/edit?collection=posts' }],
  ['/admin/content/bulk?collection=posts', {}],
])(
  'a form sent to %s leads back to a page, never to the address of the form',
  async (path, { referer }: { readonly referer?: string }) => {
    const from = referer === undefined ? {} : { referer: `${site.origin}${referer}` }
    const { host } = new URL(site.origin)
    const answer = await site.service.fetchAs(`http://${host}${path}`, {
      method: 'POST',
      headers: Object.entries({
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        ...from,
      }),
      body: new TextEncoder().encode('title=Typed'),
    })
    const text = await answer.text()
    const expected = referer === undefined ? '/auth/login' : `/auth/login?redirect=${encodeURIComponent(referer)}`
    expect([answer.status, text]).toEqual([401, expect.stringContaining(`href="${expected}"`)])
    expect(text).toContain('Typed')
  },
)
