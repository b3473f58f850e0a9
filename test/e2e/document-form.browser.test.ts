import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bearer, login, PASSWORD, SECRET } from '../plugins/core-auth/people.ts'
import { quarters } from '../plugins/core-media/pictures.ts'
import { formOf } from '../plugins/core-media/service.ts'
import { sharedSite } from './browser.ts'
import { signIn } from './pages.ts'
import { paste } from './rich-text-editor.ts'

const site = sharedSite({ vars: { JWT_SECRET: SECRET, ADMIN_PASSWORD: PASSWORD } })
let page: Page
let headers: { authorization: string }

beforeAll(async () => {
  page = await site.open()
  await signIn(page)
  headers = bearer((await login(site.service, 'admin@localhost')).body.token)
})

const idInAddress = () => /content\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
const read = async (path: string) => (await site.service.json(path, { headers })).body.data

async function picture(name: string, width: number): Promise<string> {
  const file = { bytes: await quarters(width, 90).png().toBuffer(), name, type: 'image/png' }
  const encoded = new Response(formOf([file], {}))
  const answer = await site.service.fetch('/api/media/upload', {
    method: 'POST',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '', ...headers },
    body: new Uint8Array(await encoded.arrayBuffer()),
  })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

it('arranges a form as a page: a headline, a text, and what is chosen beside it', async () => {
  await page.goto('/admin/content/new?collection=posts')
  const side = page.getByRole('complementary', { name: 'Status' })
  const inSide = side.locator('[name=featured][type=checkbox], [name=kind], [name="author~add"], [name="cover~add"]')
  expect(await inSide.count()).toBe(4)
  expect(await side.locator('[name=body], [name=summary]').count()).toBe(0)
  const headline = page.getByRole('textbox', { name: 'Title' })
  await headline.fill('A headline that is long enough for two lines of a page, or even three of them')
  await headline.press('Enter')
  expect(await page.getByLabel('Slug').evaluate((input) => input === document.activeElement)).toBe(true)
  const lines = await headline.evaluate(
    (input) => input.clientHeight / Number.parseFloat(getComputedStyle(input).lineHeight),
  )
  expect(lines).toBeGreaterThan(1.9)
})

it('shows one tab at a time, says where something is wrong, and leads there', async () => {
  await page.goto('/admin/content/new?collection=pages')
  await page.getByRole('textbox', { name: 'Title' }).first().fill('In tabs')
  await page.getByRole('tab', { name: 'SEO' }).click()
  expect(new URL(page.url()).hash).toBe('#tab-seo')
  const seoTitle = page.locator('[name="seo.title"]')
  await seoTitle.fill('x'.repeat(80))
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowLeft')
  expect(await page.getByRole('tab', { name: 'Content' }).getAttribute('aria-selected')).toBe('true')
  expect(await seoTitle.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('link', { name: 'SEO, Title' }).waitFor()
  expect(await page.getByRole('tab', { name: /SEO/ }).textContent()).toBe('SEO1')
  await page.getByRole('tab', { name: 'Content' }).click()
  await page.getByRole('link', { name: 'SEO, Title' }).click()
  expect(await seoTitle.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Short')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.getByRole('tab', { name: 'SEO' }).textContent()).toBe('SEO')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Created.', { exact: true }).waitFor()
  expect(await seoTitle.isVisible()).toBe(true)
})

it('adds, duplicates, inserts and collapses blocks by keys, and marks none that is still empty', async () => {
  await page.goto('/admin/content/new?collection=pages')
  await page.locator('textarea[name=title]').fill('Of blocks')
  const add = (name: string) => page.locator('[data-add-buttons]').getByRole('button', { name, exact: true }).first()
  await add('Quote').focus()
  await page.keyboard.press('Enter')
  const items = page.locator('fieldset[data-path=sections] .form-item')
  await page.keyboard.press('Tab')
  expect(await page.locator('[data-invalid=true]').count()).toBe(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Said once')
  await items.first().getByRole('button', { name: 'Duplicate Quote' }).press('Enter')
  await page.getByText(/Duplicated at position 2 of 2/).waitFor({ state: 'attached' })
  await items.nth(1).getByRole('button', { name: 'Insert before Quote' }).press('Enter')
  await page.locator('[data-insert]').getByRole('button', { name: 'Numbers' }).press('Enter')
  await items.nth(1).getByRole('button', { name: 'Add to Rows' }).press('Enter')
  await page.keyboard.type('Readers')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2400')
  expect(await page.locator('[data-invalid=true]').count()).toBe(0)
  const toggle = items.first().locator('.form-item-toggle').first()
  await toggle.press('Enter')
  expect(await toggle.getAttribute('aria-expanded')).toBe('false')
  expect(await toggle.textContent()).toContain('Said once')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Created.', { exact: true }).waitFor()
  expect((await read(`/api/pages/${idInAddress()}`)).sections).toMatchObject([
    { type: 'quote', text: 'Said once' },
    { type: 'numbers', rows: [{ label: 'Readers', value: 2400 }] },
    { type: 'quote', text: 'Said once' },
  ])
})

it('says what to do about values that are missing, in words of somebody who writes', async () => {
  await page.goto('/admin/content/new?collection=pages')
  const add = (name: string) => page.locator('[data-add-buttons]').getByRole('button', { name, exact: true }).first()
  await add('Prose').click()
  await add('Numbers').click()
  await page.getByRole('button', { name: 'Add to Rows' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const summary = page.locator('[autofocus] li')
  await summary.first().waitFor()
  expect(await summary.allTextContents()).toEqual([
    'Title: Fill this in.',
    'Sections, 1, Text: Fill this in.',
    'Sections, 2, Rows, 1, Label: Fill this in.',
    'Sections, 2, Rows, 1, Value: Fill this in.',
  ])
  await page.getByRole('link', { name: 'Sections, 2, Rows, 1, Value' }).click()
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('sections.1.rows.0.value')
})

it('shows a chosen picture with alternative text and focal point, and takes none that is too small', async () => {
  const [small, large] = [await picture('small.png', 120), await picture('large.png', 900)]
  await page.goto('/admin/content/new?collection=authors')
  await page.getByRole('textbox', { name: 'Name' }).fill('With a portrait')
  const portrait = page.locator('[data-name=portrait]')
  const choose = async (name: string) => {
    await portrait.getByRole('button', { name: 'Choose Portrait from the library' }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
  }
  await choose('small.png')
  await page.getByText(/This picture is 120 pixels wide\. Choose one of at least 400\./).waitFor()
  await portrait.getByRole('button', { name: 'Remove small.png' }).click()
  await choose('large.png')
  await expect.poll(() => page.locator('[role=alert]').count()).toBe(0)
  await portrait.getByLabel('Alternative text').fill('Four colours')
  await portrait.getByLabel('Alternative text').blur()
  await portrait.getByText(/Saved for every page/).waitFor()
  await portrait.getByRole('button', { name: 'Set the focal point' }).click()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await read(`/api/media/${large}`)).focalPoint).toEqual({ x: 0.6, y: 0.5 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Created.', { exact: true }).waitFor()
  expect(await portrait.locator('img').getAttribute('alt')).toBe('Four colours')
  const id = idInAddress()
  expect((await read(`/api/authors/${id}?populate=portrait`)).portrait).toMatchObject({
    alt: 'Four colours',
    focalPoint: { x: 0.6, y: 0.5 },
  })
  const writes = [
    ['/api/authors', 'POST', { name: 'Small', portrait: small }],
    [`/api/authors/${id}`, 'PATCH', { portrait: small }],
    [`/api/authors/${id}`, 'PUT', { name: 'Small', portrait: small }],
  ] as const
  for (const [path, method, body] of writes) {
    const answer = await site.service.json(path, { method, body, headers })
    expect([answer.status, answer.body.errors?.[0]?.path, answer.body.errors?.[0]?.code]).toEqual([
      422,
      'portrait',
      'too_small',
    ])
  }
})

it('takes text past a limit whole, says how much is too much, and saves once it fits', async () => {
  await page.goto('/admin/content/new?collection=posts')
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  const summary = page.getByRole('textbox', { name: 'Summary' })
  await title.fill('t'.repeat(185))
  await page
    .getByText(/15 characters left/)
    .first()
    .waitFor()
  await page
    .getByRole('status')
    .getByText(/15 characters left/)
    .waitFor({ state: 'attached' })
  await summary.focus()
  await page.keyboard.insertText('s'.repeat(1500))
  await page
    .getByText(/500 characters too many\. At most 1000 fit\./)
    .first()
    .waitFor()
  expect(await summary.inputValue()).toHaveLength(1500)
  expect(await summary.getAttribute('aria-invalid')).toBe('true')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/limits.png` })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('link', { name: 'Summary' }).waitFor()
  expect(await summary.inputValue()).toHaveLength(1500)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/limits-refused.png` })
  await summary.fill('s'.repeat(1000))
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Created.', { exact: true }).waitFor()
  expect((await read(`/api/posts/${idInAddress()}`)).summary).toHaveLength(1000)
})

it('puts pictures of a pasted text into the library, and where they stood', async () => {
  await page.goto('/admin/content/new?collection=posts')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Pasted with pictures')
  await page.getByRole('textbox', { name: 'Body' }).click()
  const bytes = (await quarters(120, 90).png().toBuffer()).toString('base64')
  const html = `<p>First</p><p><img alt="Four colours" src="data:image/png;base64,${bytes}"></p><p>Second</p><p><img
src="data:image/png;base64,bm8gcGljdHVyZQ=="></p><p>Third</p>`
  await paste(page, { 'text/html': html, 'text/plain': 'First Second Third' })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Created.', { exact: true }).waitFor()
  const { body } = await read(`/api/posts/${idInAddress()}`)
  const said = (content: { content?: { text: string }[] }[]) =>
    content.map((block) => block.content?.[0]?.text ?? block)
  expect(said(body.content)).toEqual([
    'First',
    {
      type: 'image',
      attrs: expect.objectContaining({
        alt: 'Four colours',
        mediaId: expect.any(String),
        src: expect.stringMatching(/^\/|^http/),
      }),
    },
    'Second',
    '[Picture missing: unnamed]',
    'Third',
  ])
})

it('keeps what publishes in reach of a thumb, and the menu in reach of the keyboard', async () => {
  const phone = await site.open({ width: 360 })
  await signIn(phone)
  await phone.goto('/admin/content/new?collection=posts')
  const publish = phone.getByRole('button', { name: 'Publish', exact: true })
  const { y = 0, height = 0 } = (await publish.boundingBox()) ?? {}
  expect(y + height).toBeLessThan(900)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const menu = phone.getByRole('button', { name: 'Menu' })
  await menu.press('Enter')
  expect(await phone.evaluate(() => document.activeElement?.closest('#menu') !== null)).toBe(true)
  await phone.keyboard.press('Escape')
  expect(await phone.locator('#menu').getAttribute('aria-hidden')).toBe('true')
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)
})
