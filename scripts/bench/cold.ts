import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, percentile, printTable } from './print.ts'
import { type Bundled, bundle, serve } from './served.ts'

const STARTS = 15

/**
 * Measures the first API request to a new process on a migrated database, including the bootstrap, and the second one.
 */
export async function benchCold(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
  const worker = await bundle('src/worker.ts')
  await timeFirst(worker, folder)
  const first: number[] = []
  const second: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const [cold, warm] = await timeFirst(worker, folder)
    first.push(cold)
    second.push(warm)
  }
  await rm(folder, { recursive: true })
  printTable(
    `Cold start, ${STARTS} new processes of workerd on a migrated database`,
    ['request', 'median ms', 'p95 ms'],
    [
      ['first', median(first).toFixed(1), percentile(first, 0.95).toFixed(1)],
      ['second', median(second).toFixed(1), percentile(second, 0.95).toFixed(1)],
    ],
  )
}

async function timeFirst(worker: Bundled, persist: string): Promise<[number, number]> {
  const served = await serve(worker, persist)
  const cold = await timeRequest(served.url)
  const warm = await timeRequest(served.url)
  await served.dispose()
  return [cold, warm]
}

async function timeRequest(url: URL): Promise<number> {
  const began = performance.now()
  const answer = await fetch(new URL('/api/posts', url))
  await answer.text()
  if (!answer.ok) throw new Error(`/api/posts responded with ${answer.status}`)
  return performance.now() - began
}
