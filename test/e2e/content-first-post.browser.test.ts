import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sharedSite } from './browser.ts'

const password = 'correct horse battery staple 7'
const site = sharedSite({
  vars: { ADMIN_PASSWORD: password, ADMIN_EMAIL: 'admin@example.com', JWT_SECRET: 'x'.repeat(48) },
})

/** A PNG of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const publicPosts = async () => (await site.service.json('/api/posts')).body.data

it('goes from the first sign-in to a published post, by keys alone', async () => {
  const page = await site.open()
  await page.goto('/admin/')
  await page.waitForURL(/\/auth\/login/)
  await tabTo(page, 'email')
  await page.keyboard.type('admin@example.com')
  await tabTo(page, 'password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/?$/)
  await page.goto('/admin/content/?collection=posts')
  await page.keyboard.press('n')
  await page.waitForURL(/\/new\?collection=posts/)
  await tabTo(page, 'title')
  await page.keyboard.type('The first post of all')
  await tabTo(page, 'summary')
  await page.keyboard.type('How it began')
  await page.keyboard.press('Tab') // to the buttons of the text
  await page.keyboard.press('Tab')
  await page.keyboard.type('It began here.')
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved \d/).waitFor()
  expect(await publicPosts()).toEqual([])
  await tabToButton(page, 'Publish')
  await page.keyboard.press('Enter')
  await page.getByText('Published.', { exact: true }).waitFor()
  expect(await publicPosts()).toMatchObject([
    { title: 'The first post of all', slug: 'the-first-post-of-all', summary: 'How it began', status: 'published' },
  ])
  expect(JSON.stringify((await publicPosts())[0].body)).toContain('It began here.')
})

it('shows each role what it may', async () => {
  const { body } = await site.service.json('/api/auth/login', { body: { email: 'admin@example.com', password } })
  const admin = { authorization: `Bearer ${body.token}` }
  for (const role of ['viewer', 'author', 'editor']) {
    const account = { email: `${role}@example.com`, role, password: `${password} ${role}` }
    const { status } = await site.service.json('/admin/users', { body: account, headers: admin })
    expect(status).toBe(201)
    const page = await site.open()
    await page.goto('/auth/login')
    await page.locator('[name=email]').fill(account.email)
    await page.locator('[name=password]').fill(account.password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/login'))
    const answer = await page.goto('/admin/content/?collection=posts')
    expect([role, answer?.status()]).toEqual([role, role === 'editor' ? 200 : 403])
    if (role !== 'editor') continue
    expect(await page.getByRole('link', { name: 'New', exact: true }).count()).toBe(1)
    await page.goto('/admin/content/?collection=site')
    expect(await page.getByText('You may not change anything here.', { exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect((await page.goto('/admin/users'))?.status()).toBe(403)
  }
})

it('takes pictures from this computer, by button, by drop, from the clipboard and into a text', async () => {
  const { body } = await site.service.json('/api/auth/login', { body: { email: 'admin@example.com', password } })
  const headers = { authorization: `Bearer ${body.token}` }
  const page = await site.open({ headers })
  await page.goto('/admin/content/new?collection=posts')
  await page.locator('[name=title]').fill('With pictures')
  const cover = page.locator('[data-picker=media][data-name=cover]')
  await cover.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT })
  await expect.poll(() => cover.locator('[data-chosen] li').count()).toBe(1)
  const first = await cover.locator('input[name=cover]').inputValue()
  await cover.evaluate(
    (element, bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }))
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }))
    },
    [...DOT],
  )
  await expect.poll(() => cover.locator('input[name=cover]').inputValue()).not.toBe(first)
  const dropped = await cover.locator('input[name=cover]').inputValue()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async () => {
    const picture = new OffscreenCanvas(3, 2)
    picture.getContext('2d')?.fillRect(0, 0, 3, 2)
    const bytes = await picture.convertToBlob({ type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': bytes })])
  })
  await cover.getByRole('button', { name: 'Library' }).focus()
  await page.keyboard.press('Control+V')
  await expect.poll(() => cover.locator('input[name=cover]').inputValue()).not.toBe(dropped)
  expect(await cover.locator('[data-chosen] li').count()).toBe(1)
  const text = page.locator('[data-rich-text]').first()
  await text.locator('input[type=file]').setInputFiles({ name: 'inside.png', mimeType: 'image/png', buffer: DOT })
  const description = page.getByLabel('Description for people who cannot see it')
  await description.fill('A dot')
  await description.press('Enter')
  await text.getByAltText('A dot').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published.', { exact: true }).waitFor()
  const [post] = await publicPosts()
  expect(post.cover).toEqual(expect.any(String))
  expect(post.body.content.find(({ type }: { type: string }) => type === 'image').attrs).toMatchObject({
    alt: 'A dot',
    src: expect.stringMatching(/^\/(?:media|images)\//),
  })
})

it('is dark where the system is, and fits a small screen', async () => {
  const { body } = await site.service.json('/api/auth/login', { body: { email: 'admin@example.com', password } })
  const headers = { authorization: `Bearer ${body.token}` }
  const page = await site.open({ headers, dark: true, width: 360 })
  for (const path of ['/admin/content/', '/admin/content/?collection=posts', '/admin/content/new?collection=pages']) {
    await page.goto(path)
    const seen = await page.evaluate(() => ({
      isDark: document.documentElement.classList.contains('dark'),
      width: document.getElementById('main')?.scrollWidth ?? 0,
    }))
    expect([path, seen.isDark]).toEqual([path, true])
    expect(seen.width, path).toBeLessThanOrEqual(360)
  }
})

/** Presses Tab until the input with this name has the focus, as somebody without a mouse does. */
function tabTo(page: Page, name: string): Promise<void> {
  return tabUntil(page, () => page.evaluate(() => document.activeElement?.getAttribute('name')), name)
}

function tabToButton(page: Page, label: string): Promise<void> {
  return tabUntil(page, () => page.evaluate(() => document.activeElement?.textContent?.trim()), label)
}

async function tabUntil(page: Page, here: () => Promise<string | null | undefined>, wanted: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await here()) === wanted) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${wanted} cannot be reached`)
}
