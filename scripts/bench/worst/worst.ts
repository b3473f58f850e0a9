/**
 * Prints the cost of the most expensive request of each kind, compared with a list of twenty documents: `npm run
 * bench:worst`. Requests that are rejected are included, since rejecting them must be cheap. `--only export,form`
 * measures those whose names contain one of the words.
 */
import { arch, cpus, platform } from 'node:os'
import { parseArgs } from 'node:util'
import { startFuzzed } from '../../../test/fuzz/api/service.ts'
import { progressBar } from '../../progress.ts'
import { printTable } from '../print.ts'
import { workerds } from '../served.ts'
import { makeCases } from './cases.ts'
import { fill } from './fill.ts'
import { type Cost, measure } from './measure.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const words = values.only.split(',')

/** Maximum cost of a request: milliseconds of processor time, and bytes of the response. */
const MOST = { cpu: 1000, bytes: 20_000_000 }

const before = new Set(workerds())
const service = await startFuzzed()
const pid = workerds().find((process) => !before.has(process))
if (pid === undefined) throw new Error('The process of workerd was not found under /proc.')
const filled = await fill(service)
const all = await makeCases(filled)
const cases = all.filter(({ name }) => name === all[0]?.name || words.some((word) => name.includes(word)))

const costs: Cost[] = []
const bar = progressBar('worst', cases.length)
for (const one of cases) {
  bar.show(costs.length, one.name)
  costs.push(await measure(service.url, pid, one))
}
bar.end()
await service.dispose()

const [yardstick] = costs
console.log(`${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`)
printTable(
  'The worst request of each kind; the least of three rounds; × is the processor time in lists of twenty documents',
  ['request', 'status', 'bytes in', 'CPU ms', '×', 'ms', 'bytes out'],
  costs.map(({ name, status, bytesIn, cpu, milliseconds, bytesOut }) => [
    name,
    String(status),
    amount(bytesIn),
    cpu.toFixed(cpu < 10 ? 1 : 0),
    (cpu / (yardstick?.cpu ?? 1)).toFixed(0),
    milliseconds.toFixed(0),
    amount(bytesOut),
  ]),
)
const jobs = new Set(cases.filter(({ isJob }) => isJob).map(({ name }) => name))
const tooMuch = costs
  .filter(({ name }) => !jobs.has(name))
  .filter(({ cpu, bytesOut }) => cpu > MOST.cpu || bytesOut > MOST.bytes)
for (const { name, cpu, bytesOut } of tooMuch)
  console.log(`too much: ${name}, ${cpu.toFixed(0)} ms, ${amount(bytesOut)} bytes`)
process.exitCode = tooMuch.length === 0 ? 0 : 1

function amount(number: number): string {
  return number.toLocaleString('en-US')
}
