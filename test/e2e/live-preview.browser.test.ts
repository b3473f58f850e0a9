import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { violationsOn } from './axe.ts'
import { sharedSite } from './browser.ts'
import { startPreviewWebsite } from './preview-website.ts'

const website = await startPreviewWebsite()
const site = sharedSite({
  root: fileURLToPath(new URL('../fixtures/live-preview', import.meta.url)),
  edit: (files) => {
    for (const [path, text] of files) files.set(path, text.replaceAll('localhost:40001', `localhost:${website.port}`))
  },
})
const editor = as('editor')

beforeAll(() => website.readFrom(site.origin))
afterAll(() => website.close())

const create = async (collection: string, body: object): Promise<{ readonly id: string }> =>
  (await site.service.json(`/api/${collection}`, { body, headers: editor })).body.data

/** Opens the form of a story, and its preview. */
async function preview(body: object, width = 1600, dark = false) {
  const { id } = await create('stories', { status: 'published', ...body })
  const page = await site.open({ headers: editor, width, dark })
  await page.goto(`/admin/content/${id}/edit?collection=stories`)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Preview' })
  const frame = page.frameLocator('.live-preview iframe')
  return { id, page, panel, frame, status: panel.getByRole('status') }
}

const outlineOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).outlineStyle)

it('follows the typing, without saving, and keeps the place of who reads', async () => {
  const { id, page, frame, status } = await preview({ title: 'As saved' })
  await frame.getByRole('heading', { name: 'As saved' }).waitFor()
  const title = page.locator('[name=title]')
  await title.focus()
  await expect.poll(() => outlineOf(frame.getByRole('heading'))).toBe('solid')
  const shown = page.frames()[1]
  await shown?.evaluate(() => {
    scrollTo(0, 400)
    Object.assign(document.querySelector('input') ?? {}, { value: 'A word of the reader', isTheSame: true })
  })
  await title.fill('As typed')
  await frame.getByRole('heading', { name: 'As typed' }).waitFor()
  const left = await shown?.evaluate(() => {
    const input = document.querySelector('input')
    return [scrollY, input?.value, input !== null && 'isTheSame' in input]
  })
  expect(left).toEqual([400, 'A word of the reader', true])
  await page.locator('[role=textbox][aria-label=Body]').click()
  await page.keyboard.type('A paragraph')
  await frame.getByText('A paragraph', { exact: true }).waitFor()
  await status.getByText('Up to date', { exact: true }).waitFor()
  await title.fill('')
  await status.getByText(/Not shown as typed: Title/).waitFor()
  expect(await frame.getByRole('heading').textContent()).toBe('As saved')
  expect((await site.service.json(`/api/stories/${id}`)).body.data).toMatchObject({ title: 'As saved', body: null })
})

it('shows blocks, documents that are referred to, and what is saved', async () => {
  await create('people', { name: 'Ada Lovelace', status: 'published' })
  const { page, frame } = await preview({ title: 'Whole' })
  await frame.getByRole('heading', { name: 'Whole' }).waitFor()
  await page.getByRole('button', { name: 'Quote' }).click()
  await page.getByRole('textbox', { name: 'Text' }).fill('Said in a block')
  await frame.getByText(/Said in a block/).waitFor()
  await page.getByRole('combobox', { name: 'Author' }).fill('Ada')
  await page.getByRole('option', { name: 'Ada Lovelace' }).click()
  await frame.getByText(/By Ada Lovelace/).waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await page.locator('[name=title]').fill('Typed after saving')
  await frame.getByRole('heading', { name: 'Typed after saving' }).waitFor()
})

it('leads from the page to the field, and outlines the field on the page', async () => {
  const { page, frame } = await preview({ title: 'Click me', parts: [{ type: 'quote', text: 'Hear, hear' }] })
  await frame.getByText(/Hear, hear/).click()
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Hear, hear')
  const outline = () => outlineOf(frame.locator('blockquote'))
  await expect.poll(outline).toBe('solid')
  await frame.getByRole('heading').click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
  await expect.poll(outline).toBe('none')
})

it('opens with a new document as soon as it is a draft', async () => {
  const page = await site.open({ headers: editor, width: 1600 })
  await page.goto('/admin/content/new?collection=stories')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByText('The preview opens as soon as the required fields are filled in.', { exact: true }).waitFor()
  await page.locator('[name=title]').fill('Brand new')
  await page.frameLocator('.live-preview iframe').getByRole('heading', { name: 'Brand new' }).waitFor()
})

it('lets a page that renders itself read the document', async () => {
  const { page, frame } = await preview({ title: 'In the browser', kind: 'client' })
  await frame.getByRole('heading', { name: 'In the browser' }).waitFor()
  await page.locator('[name=title]').fill('Read again')
  await frame.getByRole('heading', { name: 'Read again' }).waitFor()
})

it('is as wide as a device, and remembers that it is open', async () => {
  const { page, panel } = await preview({ title: 'Wide and narrow' })
  const width = () => page.frames()[1]?.evaluate(() => innerWidth)
  await expect.poll(width).toBe(1280)
  await panel.getByRole('button', { name: 'Tablet' }).click()
  await expect.poll(width).toBe(820)
  await panel.getByRole('button', { name: 'Phone' }).click()
  await expect.poll(width).toBe(390)
  await page.reload()
  await expect.poll(width).toBe(390)
  await panel.getByRole('button', { name: 'Close the preview' }).click()
  expect(await panel.count()).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: 'Preview', exact: true }).waitFor()
  expect(await panel.count()).toBe(0)
})

it('lies over the form on a phone, and makes way for the field that is chosen', async () => {
  const { page, panel, frame } = await preview({ title: 'On a phone' }, 360)
  await frame.getByRole('heading', { name: 'On a phone' }).waitFor()
  expect(await page.frames()[1]?.evaluate(() => innerWidth)).toBe(360)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close the preview')
  await page.keyboard.press('Escape')
  expect(await panel.count()).toBe(0)
  const button = page.getByRole('button', { name: 'Preview', exact: true })
  await button.press('Enter')
  await frame.getByRole('heading', { name: 'On a phone' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
  expect(await panel.count()).toBe(0)
})

it('copies a link to what is saved', async () => {
  const { page, panel, status, frame } = await preview({ title: 'Saved' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('[name=title]').fill('Typed')
  await frame.getByRole('heading', { name: 'Typed' }).waitFor()
  await panel.getByRole('button', { name: 'Copy a link for others' }).click()
  await status.getByText(/Link copied\./).waitFor()
  const other = await (await site.open()).goto(await page.evaluate(() => navigator.clipboard.readText()))
  expect(await other?.text()).toContain('>Saved</h1>')
})

it('violates no rule of accessibility', async () => {
  for (const dark of [false, true]) {
    const { page, panel } = await preview({ title: 'For everybody', kind: 'forbidden' }, 1600, dark)
    await panel.getByRole('heading', { name: 'does not respond' }).waitFor()
    expect(await violationsOn(page)).toEqual([])
  }
})

it('says what to do about a page that does not answer, and loads a page without the script again', async () => {
  for (const kind of ['silent', 'forbidden', 'elsewhere']) {
    const { page, panel, frame } = await preview({ title: 'Nothing said', kind })
    await panel.getByRole('heading', { name: 'does not respond' }).waitFor()
    expect(await panel.locator('code').allTextContents()).toEqual([
      `Content-Security-Policy: frame-ancestors 'self' ${site.origin}`,
      `livePreview({ cms: '${site.origin}' })`,
    ])
    if (kind !== 'forbidden') {
      await page.locator('[name=title]').fill('Said again')
      await frame.getByRole('heading', { name: 'Said again' }).waitFor()
    }
    await page.context().close()
  }
})

it('prints how long a page takes to show what is typed', async () => {
  const { page, frame } = await preview({ title: 'Measured' })
  await frame.getByRole('heading', { name: 'Measured' }).waitFor()
  const title = page.locator('[name=title]')
  const times: number[] = []
  for (let key = 0; key < 10; key += 1) {
    const painted = page.frames()[1]?.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new MutationObserver((_, observer) => {
            observer.disconnect()
            requestAnimationFrame(() => setTimeout(() => resolve(Date.now())))
          }).observe(document.body, { subtree: true, characterData: true, childList: true })
        }),
    )
    const typed = await title.evaluate((input: HTMLInputElement, text) => {
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true }))
      return Date.now()
    }, `Measured ${key}`)
    times.push(((await painted) ?? Number.NaN) - typed)
  }
  expect(await frame.getByRole('heading').textContent()).toBe('Measured 9')
  const [fastest, , , , , median] = times.sort((a, b) => a - b)
  console.log(
    `from a key to the painted page: ${fastest} ms at best, ${median} ms as a rule, ${times.at(-1)} ms at worst`,
  )
})

it('takes messages of the page in its frame alone', async () => {
  const { page, frame } = await preview({ title: 'Heard' })
  await frame.getByRole('heading', { name: 'Heard' }).waitFor()
  const focusAfter = (from: 'frame' | 'page', origin: string) =>
    page.evaluate(
      ([sender, claimed]) => {
        document.querySelector<HTMLElement>('input[name=kind]')?.focus()
        const source = sender === 'frame' ? window.frames[0] : window
        const data = { lintel: 'selected', field: 'title' }
        window.dispatchEvent(new MessageEvent('message', { source: source ?? null, origin: claimed ?? '', data }))
        return document.activeElement?.getAttribute('name')
      },
      [from, origin],
    )
  const own = `http://localhost:${website.port}`
  expect(await focusAfter('frame', 'https://evil.example')).toBe('kind')
  expect(await focusAfter('page', own)).toBe('kind')
  expect(await focusAfter('frame', own)).toBe('title')
  const { headers } = await site.service.fetch('/admin/', { headers: { ...editor, accept: 'text/html' } })
  expect(headers.get('content-security-policy')).toContain(`frame-src 'self' ${own};`)
})

it('a page speaks to its own service alone', async () => {
  const { page } = await preview({ title: 'Kept to itself', kind: 'open' })
  await page.frameLocator('.live-preview iframe').getByRole('heading', { name: 'Kept to itself' }).waitFor()
  const address = (await page.locator('.live-preview iframe').getAttribute('src')) ?? ''
  const other = await page.context().newPage()
  // Of the website's own origin, which is not the service's.
  const framing = `http://localhost:${website.port}/framing`
  await other.route(framing, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${address}"></iframe>` }),
  )
  await other.addInitScript(() => {
    addEventListener('message', ({ data }) => Object.assign(window, { heard: data }))
  })
  await other.goto(framing)
  const framed = other.frames()[1]
  expect(await framed?.locator('h1').textContent()).toBe('Kept to itself')
  const requests: string[] = []
  other.on('request', (request) => requests.push(request.resourceType()))
  await other.evaluate(() => window.frames[0]?.postMessage({ lintel: 'changed', field: 'title', change: 1 }, '*'))
  await framed?.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expect(await framed?.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  expect([await other.evaluate(() => 'heard' in window), requests]).toEqual([false, []])
})
