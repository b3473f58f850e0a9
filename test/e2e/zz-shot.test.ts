import { it } from 'vitest'
import { as } from '../harness/as.ts'
import { FIXTURE } from '../runtime/fixture.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ root: FIXTURE })
const editor = as('editor', 'eve')
it('shoots', { timeout: 100_000 }, async () => {
  const base = Date.now()
  for (let i = 0; i < 40; i++) {
    const at = new Date(base + ((i % 17) - 3) * 86_400_000 + i * 1_300_000).toISOString()
    const isPast = Date.parse(at) <= base
    const body = isPast
      ? { title: `Published ${i} about a rather long thing`, status: 'published' }
      : { title: `Harbour news number ${i} about ferries`, status: 'scheduled', scheduledAt: at }
    await site.service.json('/api/articles', { headers: editor, body })
  }
  for (const [name, width, dark, path] of [
    ['month', 1280, false, '/admin/calendar'],
    ['dark', 1280, true, '/admin/calendar'],
    ['week', 1280, false, '/admin/calendar?view=week'],
    ['narrow', 360, false, '/admin/calendar'],
  ] as const) {
    const page = await site.open({ headers: editor, width, dark })
    await page.goto(path)
    await page.waitForTimeout(700)
    await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true })
  }
})
