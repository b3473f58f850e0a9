import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'

/** Pages that people open all day, and what each may weigh at its first load, in bytes. */
export const LIMITS = [
  { name: 'dashboard', path: '/admin/', most: 80_000 },
  { name: 'list', path: '/admin/content/?collection=posts', most: 80_000 },
  { name: 'form of an article', path: '/admin/content/new?collection=posts', most: 222_000 },
] as const

/** Every request of a page that is loaded with an empty cache, and their bodies' weight compressed by gzip. */
export async function weighPage(page: Page, path: string): Promise<{ requests: number; bytes: number }> {
  await clearCache(page)
  const responses: Response[] = []
  const note = (response: Response) => responses.push(response)
  page.on('response', note)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  page.off('response', note)
  const sizes = await Promise.all(responses.map(async (response) => gzipSync(await response.body()).length))
  return { requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Milliseconds from the request for a page, with an empty cache, until the largest part of it is shown. */
export async function largestPaint(page: Page, path: string): Promise<number> {
  await clearCache(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
}

async function clearCache(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  await cdp.detach()
}
