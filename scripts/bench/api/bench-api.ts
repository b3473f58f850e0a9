/**
 * Prints what the content API costs with 1,000, 100,000 and 1,000,000 posts, compared with a hand-written worker on the
 * same database. `npm run bench:api -- --rows 1000,100000 --only list,id` measures a part. Absolute times depend on the
 * machine and its load; only the ratios within one run are comparable.
 */
import { arch, cpus, platform } from 'node:os'
import { type ApiOptions, readOptions } from './options.ts'
import { printAims, printCosts, printGrowth } from './report.ts'
import { run } from './run.ts'

const options = parse()
const began = performance.now()
console.log(`${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`)
console.log(
  `${options.rounds} rounds of ${options.milliseconds} ms, 16 connections, workerd's own socket; about ${expectedMinutes(options)} minutes, and a minute for each million posts that are not there yet`,
)
const results = await run(options)
for (const rows of options.rows) printCosts(rows, results)
printGrowth(results)
printAims(results)
console.log(`\n${((performance.now() - began) / 60_000).toFixed(1)} minutes`)

function parse(): ApiOptions {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

/**
 * Estimates the duration in minutes. All nine cases are measured in the state `warm`; in the other states, only the
 * seven that read. A start takes half a second.
 */
function expectedMinutes({ rows, only, states, rounds, milliseconds, starts }: ApiOptions): string {
  const share = only.length === 0 ? 1 : only.length / 9
  const bursts = { cold: 0, warm: 18, memory: 7, '304': 7 }
  const firing = states.reduce((sum, state) => sum + bursts[state], 0) * (rounds + 1) * milliseconds
  const starting = states.includes('cold') ? 7 * 2 * starts * 500 : 0
  return ((rows.length * share * (firing + starting)) / 60_000).toFixed(1)
}
