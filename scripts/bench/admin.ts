/**
 * Prints the size of the admin's pages and how quickly they appear: `npm run bench:admin`. Sizes include every request
 * until the network is idle, with an empty cache, compressed by gzip as a deployment sends them. Times are those of
 * Chromium on the same machine.
 */

import { LIMITS, largestPaint, weighPage } from '../../test/e2e/page-weight.ts'
import { fillSite, signIn } from '../../test/e2e/pages.ts'
import { sharedBrowser, startSite } from '../../test/e2e/site.ts'
import { PASSWORD, SECRET } from '../../test/plugins/core-auth/people.ts'
import { median, printTable } from './print.ts'

const ROUNDS = 5
/** Maximum time until the largest contentful paint of a page, in milliseconds. */
const MOST_MS = 500

const site = await startSite({ vars: { JWT_SECRET: SECRET, ADMIN_PASSWORD: PASSWORD } })
let isTooMuch = false
try {
  await fillSite(site)
  const page = await site.open()
  await signIn(page)
  const rows: string[][] = []
  for (const { name, path, most } of LIMITS) {
    const { requests, bytes } = await weighPage(page, path)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await largestPaint(page, path))
    const time = median(times)
    isTooMuch ||= bytes > most || time > MOST_MS
    rows.push([name, String(requests), kilobytes(bytes), kilobytes(most), time.toFixed(0), String(MOST_MS)])
  }
  printTable(
    `Pages of the admin, median of ${ROUNDS} loads`,
    ['page', 'requests', 'gzip KB', 'at most', 'largest paint ms', 'at most'],
    rows,
  )
} finally {
  await site.close()
  await (await sharedBrowser()).close()
}
if (isTooMuch) process.exitCode = 1

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
