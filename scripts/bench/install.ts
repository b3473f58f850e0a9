import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { checkout } from './checkout.ts'
import { startDev } from './dev-server.ts'
import { printTable } from './print.ts'

const run = promisify(execFile)

/**
 * Measures the time from a fresh checkout to the first response: `npm ci`, then `npm run dev`. It depends on npm's
 * cache and on the network.
 */
export async function benchInstall(): Promise<void> {
  const folder = await checkout()
  const began = performance.now()
  await run('npm', ['ci'], { cwd: folder, maxBuffer: 1e8 })
  const installed = performance.now()
  const server = await startDev(folder, ['npm', 'run', 'dev', '--'])
  const served = performance.now()
  await server.stop()
  await rm(folder, { recursive: true })
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
  printTable(
    'Fresh checkout',
    ['step', 'time'],
    [
      ['npm ci', seconds(began, installed)],
      ['npm run dev to the first answer', seconds(installed, served)],
      ['together', seconds(began, served)],
    ],
  )
}
