import { it } from 'vitest'
import { as } from '../harness/as.ts'
import { FIXTURE } from '../runtime/fixture.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ root: FIXTURE })

it('shots', { timeout: 200_000 }, async () => {
  const headers = as('admin')
  const operations = Array.from({ length: 45 }, (_, index) => ({
    action: 'create',
    data: {
      name: `The ${['old', 'new', 'burning', 'quiet'][index % 4]} harbour of town ${index}`,
      body: `${'Ships come and go at all hours of the day. '.repeat(8)} Nobody knows the harbour ${index} better than the pilots who live beside it.`,
      kind: ['a', 'b', 'c'][index % 3],
      flag: index % 2 === 0,
      amount: index * 1000,
      status: index % 3 === 0 ? 'published' : 'draft',
    },
  }))
  await site.service.json('/api/records/bulk', { body: { operations }, headers })
  await site.service.json('/api/topics', { body: { name: 'Harbour walks' }, headers })
  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const) {
    const page = await site.open({ headers })
    await page
      .context()
      .addCookies([{ name: 'theme', value: theme, url: site.service.url.toString() }])
      .catch(() => {})
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    const shot = (name: string) => page.screenshot({ path: `/tmp/find-shots/${name}-${theme}-${width}.png` })
    await page.goto('/admin/content/?collection=records&status=draft&kind=a')
    await shot('list')
    await page.goto('/admin/content/?collection=records&limit=20')
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await page.waitForURL('**cursor**')
    await page.evaluate(() => window.scrollTo(0, 5000))
    await shot('pages')
    await page.goto('/admin/content/?q=harbour')
    await shot('all')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('harbour')
    await page.locator('#palette mark').first().waitFor()
    await shot('palette')
  }
})
