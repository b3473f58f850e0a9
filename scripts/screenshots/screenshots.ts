/**
 * Takes screenshots of every page in both themes, and at a width of 360 px: `npm run screenshots [-- <part of a
 * name>]`. They are written to screenshots/, which git ignores. The pages are those of `npm run dev`, with sample data,
 * on a separate database.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_PASSWORD, startDev } from '../../test/cli/dev-server.ts'
import { fillSite, findPages, signIn } from '../../test/e2e/pages.ts'
import { openWindow, sharedBrowser } from '../../test/e2e/site.ts'
import { jsonRequest, type Service } from '../../test/harness/service.ts'
import { bearer, login } from '../../test/plugins/core-auth/people.ts'

const KINDS = [
  { kind: 'light', width: 1280, dark: false },
  { kind: 'dark', width: 1280, dark: true },
  { kind: 'narrow', width: 360, dark: false },
] as const

const wanted = process.argv[2] ?? ''
const persist = await mkdtemp(join(tmpdir(), 'lintel-screenshots-'))
const dev = await startDev({ root: process.cwd() }, '--persist', persist)
const browser = await sharedBrowser()
try {
  const service = serviceAt(dev.url)
  await fillSite({ service }, ADMIN_PASSWORD)
  await makeSampleData(service)
  await mkdir('screenshots', { recursive: true })
  const guide = await openWindow(dev.url)
  await signIn(guide, ADMIN_PASSWORD)
  const pages = (await findPages(guide)).filter(({ name }) => name.includes(wanted))
  for (const { kind, ...window } of KINDS) {
    const page = await openWindow(dev.url, window)
    await signIn(page, ADMIN_PASSWORD)
    for (const { path, name } of pages) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `screenshots/${name}-${kind}.png`, fullPage: true })
    }
  }
  console.log(`${pages.length} pages, ${KINDS.length} pictures each, in screenshots/`)
} finally {
  await browser.close()
  await dev.stop()
  await rm(persist, { recursive: true, force: true })
}

function serviceAt(url: string): Pick<Service, 'fetch' | 'json'> {
  const request: Service['fetch'] = (path, init) => fetch(new URL(path, url), { redirect: 'manual', ...init })
  return { fetch: request, json: (path, init) => jsonRequest(request, path, init) }
}

async function makeSampleData(service: Pick<Service, 'json'>): Promise<void> {
  const { body } = await login(service, 'admin@localhost', ADMIN_PASSWORD)
  const { status } = await service.json('/admin/seed-data/generate', {
    headers: bearer(body.token),
    body: { contentCount: 60, userCount: 12, mediaCount: 16, seed: 7 },
  })
  if (status !== 200) throw new Error(`The sample data could not be created: status ${status}.`)
}
