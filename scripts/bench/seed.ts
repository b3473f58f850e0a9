/**
 * Fills a local database with sample data through `cms seed`, and clears it: `npm run bench:seed -- 100000` sets the
 * number of documents.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { printTable } from './print.ts'
import { bundle, serve, VARIABLES } from './served.ts'

const run = promisify(execFile)

const documents = Number(process.argv[2] ?? 100_000)
if (!Number.isSafeInteger(documents) || documents < 1 || documents > 100_000) {
  console.error('The number of documents must be between 1 and 100000.')
  process.exit(2)
}
const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-seed-'))
const served = await serve(await bundle('src/worker.ts'), folder)
try {
  await fetch(new URL('/api/health', served.url))
  const made = await timed(() => seed('--content', String(documents), '--users', '0', '--media', '0'))
  const removed = await timed(() => seed('--clear'))
  const pictures = await timed(() => seed('--content', '0', '--users', '0', '--media', '200'))
  const rate = (count: number, milliseconds: number) => Math.round((count * 1000) / milliseconds).toLocaleString('en')
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
  printTable(
    'Sample data, on disk',
    ['step', 'seconds', 'a second'],
    [
      [`making ${documents.toLocaleString('en')} documents`, seconds(made), rate(documents, made)],
      ['clearing them', seconds(removed), rate(documents, removed)],
      ['making 200 images', seconds(pictures), rate(200, pictures)],
    ],
  )
} finally {
  await served.dispose()
  await rm(folder, { recursive: true, force: true })
}

async function seed(...args: readonly string[]): Promise<void> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = VARIABLES
  const env = { ...process.env, CMS_TOKEN: '', ADMIN_EMAIL, ADMIN_PASSWORD }
  await run(process.execPath, ['src/cli/cms.js', 'seed', '--url', served.url.href, ...args], { env })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
