import { readFile, writeFile } from 'node:fs/promises'
import { median, printTable } from '../print.ts'
import type { Beside, Measured, Speed } from './measure.ts'

/** Measured figures, and the machine that they were measured on. */
export interface Figures extends Measured {
  readonly machine: string
  readonly rows: number
  readonly rounds: number
  readonly milliseconds: number
}

const PAGE = 'docs/benchmarks.md'
const MARKS = { begin: '<!-- measured: node -->', end: '<!-- /measured: node -->' }

const SPEED_COLUMNS = ['request', 'processes', 'req/s', 'CPU µs', 'vs. floor', 'p50 ms', 'p99 ms', 'aim']
const OTHER_COLUMNS = ['', 'measured', 'floor', 'vs. floor', 'aim']

/** Prints the figures, and with `isWritten` also writes them to the documentation. */
export async function show(figures: Figures, isWritten: boolean): Promise<void> {
  const speeds = figures.speeds.map(speedRow)
  const others = otherRows(figures)
  console.log(figures.machine)
  printTable(`${figures.rows.toLocaleString('en')} posts on Node, SQLite on disk`, SPEED_COLUMNS, speeds)
  printTable('Start and memory', OTHER_COLUMNS, others)
  if (!isWritten) return
  const tables = [
    `${figures.rows.toLocaleString('en')} posts; medians of ${figures.rounds} rounds of ${figures.milliseconds / 1000} s, 16 connections; ${figures.machine}.`,
    markdown(SPEED_COLUMNS, speeds),
    markdown(OTHER_COLUMNS, others),
  ]
  const page = await readFile(PAGE, 'utf8')
  const [before = '', rest] = page.split(MARKS.begin)
  const after = rest?.split(MARKS.end)[1]
  if (after === undefined) throw new Error(`${PAGE} has no lines ${MARKS.begin} and ${MARKS.end}.`)
  await writeFile(PAGE, `${before}${MARKS.begin}\n${tables.join('\n\n')}\n${MARKS.end}${after}`)
}

function speedRow({ case: known, processes, requestsPerSecond, cpuMicros, byFloor, p50, p99 }: Speed): string[] {
  return [
    known.name,
    String(processes),
    Math.round(requestsPerSecond).toLocaleString('en'),
    cpuMicros.toFixed(0),
    byFloor.toFixed(1),
    p50.toFixed(2),
    p99.toFixed(2),
    known.aim === null ? '' : (known.aim * processes).toLocaleString('en'),
  ]
}

function otherRows({ coldStarts, memory }: Figures): string[][] {
  const start = { server: median(coldStarts.server), floor: median(coldStarts.floor) }
  return [
    otherRow('start to the first response, ms', start, '200'),
    ...[...memory].flatMap(([processes, { server, floor }]) => {
      const name = `with ${processes} ${processes === 1 ? 'process' : 'processes'}`
      const proportional = { server: server.proportional, floor: floor.proportional }
      const resident = { server: server.resident, floor: floor.resident }
      return [
        otherRow(`memory ${name}, MB (PSS)`, proportional, processes === 1 ? '150' : ''),
        otherRow(`memory ${name}, MB (RSS)`, resident, ''),
      ]
    }),
  ]
}

function otherRow(name: string, { server, floor }: Beside<number>, aim: string): string[] {
  return [name, server.toFixed(0), floor.toFixed(0), (server / floor).toFixed(1), aim]
}

/** Returns a table in Markdown with the first column aligned left, and figures aligned right. */
function markdown(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n')
}
