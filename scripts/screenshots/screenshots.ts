/**
 * Takes a picture of every page in both themes, wide and at 360 px: `npm run screenshots [-- <part of a name>]`. They go
 * to screenshots/, which git ignores.
 */
import { mkdir } from 'node:fs/promises'
import { fillSite, findPages, signIn } from '../../test/e2e/pages.ts'
import { startSite } from '../../test/e2e/site.ts'
import { PASSWORD, SECRET } from '../../test/plugins/core-auth/people.ts'

const KINDS = [
  { kind: 'light', width: 1280, dark: false },
  { kind: 'dark', width: 1280, dark: true },
  { kind: 'narrow', width: 360, dark: false },
] as const

const wanted = process.argv[2] ?? ''
const site = await startSite({ vars: { JWT_SECRET: SECRET, ADMIN_PASSWORD: PASSWORD } })
await fillSite(site)
await mkdir('screenshots', { recursive: true })
const guide = await site.open()
await signIn(guide)
const pages = (await findPages(guide)).filter(({ name }) => name.includes(wanted))
for (const { kind, ...window } of KINDS) {
  const page = await site.open(window)
  await signIn(page)
  for (const { path, name } of pages) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `screenshots/${name}-${kind}.png`, fullPage: true })
  }
}
await site.close()
console.log(`${pages.length} pages, ${KINDS.length} pictures each, in screenshots/`)
