/**
 * Sends valid, nearly valid and hostile requests to every operation of the OpenAPI document and every form of the
 * admin, as every kind of caller, to a service of its own: `npm run fuzz:api -- --requests 50000 --seed 1`.
 */
import { parseArgs } from 'node:util'
import { printFindings } from '../test/fuzz/api/findings.ts'
import { fuzz } from '../test/fuzz/api/fuzz.ts'
import { startFuzzed } from '../test/fuzz/api/service.ts'
import { progressBar } from './progress.ts'

const { values } = parseArgs({ options: { requests: { type: 'string', default: '2000' }, seed: { type: 'string' } } })
const requests = count(values.requests, 'requests')
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : count(values.seed, 'seed')

const service = await startFuzzed()
const bar = progressBar(`seed ${seed}`, requests)
const result = await fuzz(service, {
  seed,
  requests,
  onRequest: (done, findings) => bar.show(done, findings > 0 ? `${findings} findings` : ''),
  onFinding: (finding) => console.log(printFindings([finding])),
})
bar.end()
await service.dispose()

const classes = Map.groupBy(result.statuses, ([status]) => `${Math.floor(status / 100)}xx`)
for (const [name, entries] of [...classes].toSorted()) {
  const total = entries.reduce((sum, [, times]) => sum + times, 0)
  console.log(
    `${name} ${total}: ${entries
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status} ${times}`)
      .join(', ')}`,
  )
}
console.log(
  `slowest: ${result.slowest.map(({ milliseconds, request }) => `${request} ${milliseconds.toFixed(0)} ms`).join(', ')}`,
)
const { seen, missing } = result.coverage
console.log(
  `documented responses seen: ${seen.length} of ${seen.length + missing.length}; kinds of pages: ${result.pages}`,
)
console.log(
  `${requests} requests with seed ${seed} in ${result.seconds.toFixed(0)} s, findings: ${result.findings.length}`,
)
process.exitCode = result.findings.length === 0 ? 0 : 1

function count(text: string, option: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  console.error(`--${option} takes a whole number, not ${text}`)
  process.exit(2)
}
