import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriersOn, STILL } from '../../e2e/axe.ts'
import { sharedSite } from '../../e2e/browser.ts'
import type { WindowOptions } from '../../e2e/site.ts'
import { as } from '../../harness/as.ts'
import { fill, ROOT } from './fixture.ts'

const site = sharedSite({ root: ROOT })

beforeAll(() => fill(site.service, 5))

async function openConsole(options: WindowOptions = {}) {
  const page = await site.open({ headers: as('admin'), ...options })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto('/admin/database/query')
  await page.locator('.cm-content').waitFor()
  return { page, complaints }
}

async function type(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

test('the editor completes names of the schema, runs what is typed, and keeps it', async () => {
  const { page, complaints } = await openConsole()
  await type(page, 'SELECT title FROM artic')
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'articles' }).first().waitFor()
  await page.keyboard.press('Escape')
  await type(page, `SELECT title, '=1+1' AS formula FROM articles ORDER BY title LIMIT 2`)
  expect(await page.locator('.cm-content').innerText()).toContain('ORDER BY')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('cell', { name: 'Title 1' }).waitFor()
  expect(await page.locator('.cm-content').innerText()).toContain('LIMIT 2')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const csv = readFileSync((await (await download).path()) ?? '', 'utf8')
  expect(csv).toBe(`title,formula\r\nTitle 0,'=1+1\r\nTitle 1,'=1+1`)

  await page.getByRole('button', { name: 'Explain the plan' }).click()
  await page
    .getByText(/SCAN|SEARCH/)
    .first()
    .waitFor()

  await type(page, 'SELECT nonsense')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await page.getByText('no such column: nonsense', { exact: true }).waitFor()
  await page.getByText('History', { exact: true }).click()
  await page
    .getByRole('button', { name: /formula FROM articles/ })
    .first()
    .click()
  expect(await page.locator('.cm-content').innerText()).toContain('formula')
  // A statement that is refused is answered with 400, of which browsers make a line of their own. Where coloured text is
  // typed over, Chromium wants to keep its style, which the policy of the page forbids and the editor does not need.
  expect(complaints.filter((text) => !/400|Applying inline style/.test(text))).toEqual([])
})

test('what an answer holds can be read by everybody, in both themes and on a narrow screen', async () => {
  const { page } = await openConsole(STILL)
  await type(page, 'SELECT * FROM vault -- all of it')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('cell', { name: 'Box 1' }).waitFor()
  await page.locator('.cm-content').waitFor()
  expect(await barriersOn(page, new Set())).toEqual([])
})

test('works without a script', async () => {
  const page = await site.open({ headers: as('admin') })
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/admin/database/query')
  await page.getByLabel('Statement').fill('SELECT count(*) AS boxes FROM vault')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('cell', { name: '2' }).waitFor()
})
