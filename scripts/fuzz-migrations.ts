import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { checkStages, makeStages, type Stages } from '../test/migrations/fuzz/check-pair.ts'
import type { Compared } from '../test/migrations/fuzz/check-rows.ts'
import { asInFiles } from '../test/migrations/fuzz/declare.ts'
import { drawn } from '../test/migrations/fuzz/draw.ts'
import { progressBar } from './progress.ts'

const SHOWN = 3

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '1000' }, seed: { type: 'string' } } })
const pairs = count(values.pairs, 'pairs')
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : count(values.seed, 'seed')

const bar = progressBar(`seed ${seed}`, pairs)
const compared: Compared = { rows: 0, values: 0, versions: 0 }
const began = performance.now()
let failures = 0
let done = 0
fc.assert(
  fc.property(drawn(makeStages), (stages) => {
    try {
      checkStages(stages, compared)
    } catch (error) {
      failures += 1
      if (failures <= SHOWN) show(error instanceof Error ? error.message : String(error), stages)
    }
    done += 1
    bar.show(done, failures > 0 ? `${failures} failed` : '')
  }),
  { seed, numRuns: pairs },
)
bar.end()
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
console.log(
  `${amount(pairs)} pairs with seed ${seed} in ${minutes} minutes: ${amount(compared.rows)} rows, ${amount(compared.values)} values and ${amount(compared.versions)} stored versions compared, ${failures === 0 ? 'no failure' : `failures: ${failures}`}`,
)
process.exitCode = failures === 0 ? 0 : 1

/** Prints a failure and the projects that reproduce it, as their files would declare them. */
function show(message: string, stages: Stages): void {
  console.log(`\n${message}`)
  for (const stage of stages)
    console.log(JSON.stringify({ locales: stage.locales, collections: asInFiles(stage), dropped: stage.dropped }))
}

function amount(number: number): string {
  return number.toLocaleString('en-US')
}

function count(text: string, option: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  console.error(`--${option} takes a whole number, not ${text}`)
  process.exit(2)
}
