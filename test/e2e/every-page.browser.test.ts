import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { PASSWORD, SECRET } from '../plugins/core-auth/people.ts'
import { barriersOn, STILL } from './axe.ts'
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
let window: Page

beforeAll(async () => {
  const ofDocuments = await fillSite(site)
  window = await site.open(STILL)
  await signIn(window)
  pages = [...(await findPages(window)), ...LISTS, ...ofDocuments]
})

it('finds every kind of page', () => {
  const names = pages.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(EXPECTED))
  expect(names.length).toBeGreaterThan(60)
})

it('has no barrier on any page: in the light, in the dark, on a narrow screen', async () => {
  const found: string[] = []
  const known = new Set<string>()
  for (const { path } of pages) {
    await window.goto(path)
    found.push(...(await barriersOn(window, known)))
  }
  expect(found).toEqual([])
})

/** Editors are loaded where they are used. */
const EDITORS = /\/(?:rich-text|rich-text-markdown|sql-editor)\.\w+\.js$/

it('weighs less than 80 KB on the wire at the first load, without an editor', async () => {
  const sizes = new Map<string, number>()
  const sizeOf = async (path: string): Promise<number> => {
    const size = sizes.get(path) ?? gzipSync(await (await window.request.get(path)).body()).length
    sizes.set(path, size)
    return size
  }
  const heavy: string[] = []
  for (const { path } of pages) {
    const html = await (await window.request.get(path, { headers: { accept: 'text/html' } })).text()
    const parts = [...new Set(html.match(/\/assets\/[\w.-]+/g))].filter((part) => !EDITORS.test(part))
    expect(parts.length, path).toBeGreaterThan(2)
    const all = await Promise.all(parts.map(sizeOf))
    const total = all.reduce((sum, size) => sum + size, gzipSync(html).length)
    if (total > 80_000) heavy.push(`${path}: ${total} bytes`)
  }
  expect(heavy).toEqual([])
})

it.each(LIMITS)('weighs no more than it may with every request: $name', async ({ path, most }) => {
  expect((await weighPage(window, path)).bytes).toBeLessThan(most)
})

it('shows which tab is open where there is no room for all of them', async () => {
  const narrow = await site.open({ width: 360 })
  await signIn(narrow)
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
