import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { PASSWORD, SECRET } from '../plugins/core-auth/people.ts'
import { RULES, violationsOn } from './axe.ts'
import { sharedSite } from './browser.ts'
import { LIMITS, weighPage } from './page-weight.ts'
import { type FoundPage, fillSite, findPages, signIn } from './pages.ts'

const site = sharedSite({ vars: { JWT_SECRET: SECRET, ADMIN_PASSWORD: PASSWORD } })
let pages: readonly FoundPage[]

/** Lists as they are only with a query. */
const LISTS: readonly FoundPage[] = [
  { path: '/admin/content/?collection=posts&status=published&limit=50', name: 'list-filtered' },
  { path: '/admin/content/?q=the', name: 'list-found' },
]
/** Some of those that only a link leads to. */
const EXPECTED = [
  'admin',
  'admin-audit',
  'admin-calendar',
  'admin-collaboration',
  'admin-content-one-edit',
  'admin-content-one-versions',
  'admin-content-trash',
  'admin-database-backups-one-restore',
  'admin-database-performance-plan',
  'admin-releases-one',
  'admin-statistics',
  'admin-users-invitations',
  'admin-users-one',
  'admin-workflow-one',
  'auth-login',
]
let light: Page
let dark: Page
let narrow: Page

beforeAll(async () => {
  const ofDocuments = await fillSite(site)
  light = await site.open()
  dark = await site.open({ dark: true })
  narrow = await site.open({ width: 360 })
  for (const window of [light, dark, narrow]) await signIn(window)
  pages = [...(await findPages(light)), ...LISTS, ...ofDocuments]
}, 240_000)

async function violations(page: Page, { path }: FoundPage, rules: readonly string[]): Promise<string[]> {
  await page.goto(path)
  return violationsOn(page, rules)
}

it('finds every kind of page', () => {
  const names = pages.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(EXPECTED))
  expect(names.length).toBeGreaterThan(60)
})

it('violates no rule of accessibility on any page', { timeout: 240_000 }, async () => {
  const found: string[] = []
  for (const page of pages) found.push(...(await violations(light, page, RULES)))
  expect(found).toEqual([])
})

it('violates no rule, and is no wider than the screen, at 360 px', { timeout: 240_000 }, async () => {
  const found: string[] = []
  for (const page of pages) {
    found.push(...(await violations(narrow, page, RULES)))
    const width = await narrow.evaluate(() => document.documentElement.scrollWidth)
    if (width > 360) found.push(`${page.path} is ${width} px wide`)
  }
  expect(found).toEqual([])
})

it('has enough contrast in the dark', { timeout: 240_000 }, async () => {
  const found: string[] = []
  for (const page of pages) found.push(...(await violations(dark, page, ['color-contrast'])))
  expect(found).toEqual([])
})

/** Editors are loaded where they are used. */
const EDITORS = /\/(?:rich-text|rich-text-markdown|sql-editor)\.\w+\.js$/

it('weighs less than 80 KB on the wire at the first load, without an editor', { timeout: 60_000 }, async () => {
  const sizes = new Map<string, number>()
  const sizeOf = async (path: string): Promise<number> => {
    const size = sizes.get(path) ?? gzipSync(await (await light.request.get(path)).body()).length
    sizes.set(path, size)
    return size
  }
  const heavy: string[] = []
  for (const { path } of pages) {
    const html = await (await light.request.get(path, { headers: { accept: 'text/html' } })).text()
    const parts = [...new Set(html.match(/\/assets\/[\w.-]+/g))].filter((part) => !EDITORS.test(part))
    expect(parts.length, path).toBeGreaterThan(2)
    const all = await Promise.all(parts.map(sizeOf))
    const total = all.reduce((sum, size) => sum + size, gzipSync(html).length)
    if (total > 80_000) heavy.push(`${path}: ${total} bytes`)
  }
  expect(heavy).toEqual([])
})

it.each(LIMITS)('weighs no more than it may with every request: $name', async ({ path, most }) => {
  expect((await weighPage(light, path)).bytes).toBeLessThan(most)
})

it('shows which tab is open where there is no room for all of them', async () => {
  await narrow.goto('/admin/database/performance')
  const tab = await narrow.getByRole('link', { name: 'Performance' }).boundingBox()
  expect(tab && tab.x >= 0 && tab.x + tab.width <= 360).toBe(true)
})

it('speaks another language at once, dates included', async () => {
  const reader = await site.open()
  await signIn(reader)
  await reader.getByRole('button', { name: 'Deutsch' }).click()
  await reader.getByRole('heading', { name: 'Übersicht' }).waitFor()
  await reader.goto('/admin/audit')
  expect(await reader.locator('time[data-local]').first().getAttribute('title')).toMatch(
    /^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/,
  )
})
