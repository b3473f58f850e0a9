import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readDocumentation } from '../../../src/docs/read-documentation.ts'
import { barriersOn, STILL } from '../../e2e/axe.ts'
import { closeWindows, openWindow, sharedBrowser } from '../../e2e/site.ts'
import { crawl } from './crawl.ts'
import { type StaticHost, serveFolder } from './static-host.ts'

const PREFIX = '/some/where/'
const { pages, groups } = readDocumentation('docs')

const folder = mkdtempSync(join(tmpdir(), 'lintel-docs-'))
const site = join(folder, 'site')
let host: StaticHost

/** Runs `npm run docs` with arguments. */
async function runDocs(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, ['scripts/docs/docs.ts', ...args])
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )
}

beforeAll(async () => {
  const { code, stderr } = await runDocs('--out', site, '--base-url', `https://docs.example.com${PREFIX}`)
  expect([code, stderr]).toEqual([0, ''])
  host = await serveFolder(site, PREFIX)
})
afterAll(async () => {
  await closeWindows()
  host?.dispose()
  rmSync(folder, { recursive: true })
})

/** Lines of the console of pages that `open` has opened: there is nothing to say. */
const said: string[] = []
afterEach(() => expect(said.splice(0)).toEqual([]))

/** Opens a page of the site in a window of its own. */
async function open(path: string): Promise<Page> {
  const page = await openWindow(host.url.origin)
  page.on('console', (message) => said.push(`${path}: ${message.text()}`))
  page.on('pageerror', (error) => said.push(`${path}: ${error}`))
  await page.goto(new URL(path, host.url).href)
  return page
}

const read = (name: string) => readFileSync(join(site, name), 'utf8')

describe('npm run docs', () => {
  it('writes each page as HTML and as Markdown, and what programs read', () => {
    const files = readdirSync(site)
    for (const { name } of pages) expect(files).toEqual(expect.arrayContaining([`${name}.html`, `${name}.md`]))
    expect(read('sitemap.xml').match(/<loc>/g)).toHaveLength(pages.length + 1)
    expect(read('llms.txt')).toContain(`(https://docs.example.com${PREFIX}config.md): `)
    for (const { title } of groups) expect(read('index.html')).toContain(`<h2>${title}</h2>`)
    expect(read('config.html')).toContain(`<link rel="canonical" href="https://docs.example.com${PREFIX}config.html">`)
  })

  it('links from page to page, whatever path the site is below', async () => {
    const { pages: found, broken } = await crawl(new URL('index.html', host.url), async (address) => {
      const response = await fetch(address)
      const isPage = response.headers.get('content-type')?.startsWith('text/html')
      const text = await response.text()
      return response.ok ? (isPage ? text : '') : null
    })
    expect(broken).toEqual([])
    for (const { name } of pages) expect(found.has(new URL(`${name}.html`, host.url).href), name).toBe(true)
  })

  it('weighs less than 60 KB a page, search apart', () => {
    const shared = readdirSync(join(site, 'assets'))
      .filter((name) => !name.endsWith('.json'))
      .reduce((sum, name) => sum + gzipSync(read(`assets/${name}`)).length, 0)
    const sizes = pages.map(({ name }) => [name, shared + gzipSync(read(`${name}.html`)).length] as const)
    expect(sizes.filter(([, size]) => size > 60_000)).toEqual([])
  })

  it('answers for an address at which there is nothing, at any depth', async () => {
    const page = await openWindow(host.url.origin)
    await page.goto(new URL('old/place/x.html', host.url).href)
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await page.getByRole('link', { name: 'the list of all pages' }).click()
    expect(page.url()).toBe(new URL('index.html', host.url).href)
  })

  it.each([
    [[], /--out is missing/],
    [['--out', '.'], /^\. is not empty/],
    [['--out', 'package.json'], /package\.json is a file/],
    [
      ['--out', join(folder, 'never'), '--base-url', 'docs.example.com'],
      /--base-url docs\.example\.com\/? is not the address/,
    ],
    [['--output', 'x'], /--output/],
  ])('says what is wrong with %j, and writes nothing', async (args, message) => {
    const { code, stderr } = await runDocs(...args)
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('    at ')
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })
})

describe('a reader', () => {
  it('searches from the keyboard and lands in the section', async () => {
    const page = await open('cors.html')
    await page.keyboard.press('/')
    await page.keyboard.type('renamedFrom')
    const field = page.getByRole('combobox', { name: 'Search the guides' })
    await page.getByRole('option').first().waitFor()
    const options = await page.getByRole('option').count()
    expect(options).toBeGreaterThan(2)
    await page.keyboard.press('ArrowDown')
    const chosen = page.getByRole('option', { selected: true })
    expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/migrations\.html#/)
    const anchor = new URL(page.url()).hash.slice(1)
    expect(
      await page
        .locator(`[id="${anchor}"]`)
        .boundingBox()
        .then((box) => box?.y),
    ).toBeGreaterThan(0)
  })

  it('is told when nothing is found, and closes the list with Escape', async () => {
    const page = await open('index.html')
    const field = page.getByRole('combobox')
    await field.fill('xyzzyplugh')
    await page.getByText(/Nothing was found for “xyzzyplugh”\./).waitFor()
    await field.fill('webhook')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('listbox').isVisible()).toBe(false)
  })

  it('is told when the index cannot be loaded, and finds once it can', async () => {
    const page = await openWindow(host.url.origin)
    await page.route('**/docs-search.*', (route) => route.abort())
    await page.goto(new URL('index.html', host.url).href)
    await page.getByRole('combobox').fill('webhook')
    await page.getByText(/The search could not be loaded\./).waitFor()
    await page.unroute('**/docs-search.*')
    await page.getByRole('combobox').fill('webhooks')
    await page.getByRole('option').first().waitFor()
  })

  it('reads and goes on without a script, and is shown no search that would not work', async () => {
    const window = await (await sharedBrowser()).newContext({ javaScriptEnabled: false })
    const page = await window.newPage()
    await page.goto(new URL('index.html', host.url).href)
    expect(await page.getByRole('searchbox').isVisible()).toBe(false)
    await page.getByRole('main').getByRole('link', { name: 'Writing the config' }).click()
    await page.getByRole('navigation', { name: 'Next and previous page' }).getByRole('link').last().click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Content in several languages')
    await window.close()
  })

  it('meets no barrier on any page: in the light, in the dark, on a narrow screen', async () => {
    const page = await openWindow(host.url.origin, STILL)
    const known = new Set<string>()
    const found: string[] = []
    for (const name of ['index', '404', ...pages.map((one) => one.name)]) {
      await page.goto(new URL(`${name}.html`, host.url).href)
      found.push(...(await barriersOn(page, known)))
    }
    expect(found).toEqual([])
  })
})
