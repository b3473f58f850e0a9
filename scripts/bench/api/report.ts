import { printTable } from '../print.ts'
import type { Cost, Result } from './measure.ts'

/** Targets for the figures: maximum ratios, and the maximum number of rows read. */
const AIMS = { growth: 1.3, read: 1.2, create: 1.4, hit: 1.5, rowsRead: 50 } as const

const BESIDE_HAND_WRITTEN: Readonly<Record<string, number>> = { list: AIMS.read, id: AIMS.read, create: AIMS.create }

const COLUMNS = ['request', 'state', 'p50 ms', 'p99 ms', 'req/s', 'CPU µs', 'rows read']
const BESIDE = ['hand-written: p50 ms', 'req/s', 'CPU µs', 'rows read', 'CPU ratio']

/** Prints a table for a number of posts: every case in every state, compared with the hand-written worker. */
export function printCosts(rows: number, results: readonly Result[]): void {
  printTable(
    `${rows.toLocaleString('en')} posts`,
    [...COLUMNS, ...BESIDE],
    results.filter((result) => result.rows === rows).map(costRow),
  )
}

function costRow({ case: known, state, lintel, yardstick }: Result): string[] {
  return [
    known.title,
    state,
    lintel.p50.toFixed(2),
    lintel.p99.toFixed(2),
    whole(lintel.requestsPerSecond),
    whole(lintel.cpuMicros),
    whole(lintel.rowsRead),
    yardstick ? yardstick.p50.toFixed(2) : '',
    yardstick ? whole(yardstick.requestsPerSecond) : '',
    yardstick ? whole(yardstick.cpuMicros) : '',
    yardstick ? whole(yardstick.rowsRead) : '',
    yardstick ? ratio(costliness(lintel), costliness(yardstick)) : '',
  ]
}

/**
 * Prints how cost grows with the number of posts: each case's cost on the largest database divided by its cost on the
 * smallest. Prints nothing for a single size.
 */
export function printGrowth(results: readonly Result[]): void {
  const sizes = [...new Set(results.map(({ rows }) => rows))].sort((a, b) => a - b)
  const [smallest, largest] = [sizes[0], sizes.at(-1)]
  if (smallest === undefined || largest === undefined || smallest === largest) return
  const table = results
    .filter(({ rows }) => rows === smallest)
    .flatMap((small) => {
      const large = results.find(
        ({ rows, state, case: known }) => rows === largest && state === small.state && known.name === small.case.name,
      )
      return large ? [growthRow(small, large)] : []
    })
  printTable(
    `${smallest.toLocaleString('en')} → ${largest.toLocaleString('en')} posts: CPU (cold: p50) of the largest by the smallest`,
    ['request', 'state', 'CPU', 'p50', 'rows read', 'hand-written', 'aim', ''],
    table,
  )
}

function growthRow(small: Result, large: Result): string[] {
  const growth = costliness(large.lintel) / costliness(small.lintel)
  return [
    small.case.title,
    small.state,
    growth.toFixed(2),
    ratio(large.lintel.p50, small.lintel.p50),
    ratio(large.lintel.rowsRead, small.lintel.rowsRead),
    small.yardstick && large.yardstick ? ratio(costliness(large.yardstick), costliness(small.yardstick)) : '',
    `≤ ${AIMS.growth}`,
    growth <= AIMS.growth ? 'met' : 'missed',
  ]
}

/** Prints whether the targets other than growth were met, for each number of posts. */
export function printAims(results: readonly Result[]): void {
  const rows = results.flatMap(aimsOf)
  if (rows.length > 0) printTable('Aims', ['what', 'posts', 'result', 'aim', ''], rows)
}

function aimsOf({ case: known, state, rows, lintel, yardstick }: Result): string[][] {
  const row = (what: string, result: number, aim: string, isMet: boolean) => [
    what,
    rows.toLocaleString('en'),
    result >= 100 ? result.toFixed(0) : result.toFixed(2),
    aim,
    isMet ? 'met' : 'missed',
  ]
  const found: string[][] = []
  const aim = state === 'memory' ? AIMS.hit : state === 'warm' ? BESIDE_HAND_WRITTEN[known.name] : undefined
  if (yardstick && aim !== undefined) {
    const share = costliness(lintel) / costliness(yardstick)
    const beside = state === 'memory' ? "from memory, CPU by a bare hello's" : "CPU by the hand-written worker's"
    found.push(row(`${known.title}, ${beside}`, share, `≤ ${aim}`, share <= aim))
  }
  if (state === 'warm' && known.name === 'list' && lintel.rowsRead !== null) {
    found.push(
      row(`${known.title}, rows read`, lintel.rowsRead, `≤ ${AIMS.rowsRead}`, lintel.rowsRead <= AIMS.rowsRead),
    )
  }
  return found
}

/** Returns the CPU time if it is known, and the median otherwise. */
function costliness({ cpuMicros, p50 }: Cost): number {
  return cpuMicros ?? p50
}

function ratio(a: number | null, b: number | null): string {
  return a === null || b === null || b === 0 ? '' : (a / b).toFixed(2)
}

function whole(value: number | null): string {
  return value === null ? '' : value.toFixed(0)
}
