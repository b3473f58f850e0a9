import { median } from '../print.ts'
import type { Bundled } from '../served.ts'
import type { Case } from './cases.ts'
import type { Cost, Result } from './measure.ts'
import { type Subject, startSubject } from './subject.ts'

/**
 * Measures a read as the first request to a new process with a filled database, including the bootstrap and all
 * compilation.
 */
export async function measureCold(
  worker: Bundled,
  folder: string,
  rows: number,
  known: Case,
  starts: number,
): Promise<Result> {
  const lintel: number[] = []
  const yardstick: number[] = []
  for (let start = 0; start < starts; start += 1) {
    lintel.push(await firstAnswer(worker, folder, ({ url }) => new URL(known.lintel(start).path, url)))
    yardstick.push(
      await firstAnswer(worker, folder, ({ controlUrl }) => new URL(known.yardstick(start).path, controlUrl)),
    )
  }
  return { case: known, state: 'cold', rows, lintel: costOf(lintel), yardstick: costOf(yardstick) }
}

async function firstAnswer(worker: Bundled, folder: string, address: (subject: Subject) => URL): Promise<number> {
  const subject = await startSubject(worker, folder)
  try {
    const began = performance.now()
    const answer = await fetch(address(subject))
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.url} responded with ${answer.status}`)
    return performance.now() - began
  } finally {
    await subject.dispose()
  }
}

function costOf(times: readonly number[]): Cost {
  const slowest = Math.max(...times)
  return { p50: median(times), p99: slowest, requestsPerSecond: null, cpuMicros: null, rowsRead: null }
}
