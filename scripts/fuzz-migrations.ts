import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { checkStages, makeStages, type Stages } from '../test/migrations/fuzz/check-pair.ts'
import { drawn } from '../test/migrations/fuzz/draw.ts'
import { declared } from '../test/migrations/fuzz/project-model.ts'
import { progressBar } from './progress.ts'

const SHOWN = 3

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '1000' }, seed: { type: 'string' } } })
const pairs = count(values.pairs, 'pairs')
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : count(values.seed, 'seed')

const bar = progressBar(`seed ${seed}`, pairs)
const failures: { readonly message: string; readonly stages: Stages }[] = []
let done = 0
fc.assert(
  fc.property(drawn(makeStages), (stages) => {
    try {
      checkStages(stages)
    } catch (error) {
      failures.push({ message: error instanceof Error ? error.message : String(error), stages })
    }
    done += 1
    bar.show(done, failures.length > 0 ? `${failures.length} failed` : '')
  }),
  { seed, numRuns: pairs },
)
bar.end()
for (const { message, stages } of failures.slice(0, SHOWN)) {
  console.log(`\n${message}`)
  for (const stage of stages) console.log(JSON.stringify({ collections: declared(stage), dropped: stage.dropped }))
}
console.log(`pairs ${pairs}, seed ${seed}, failures ${failures.length}`)
process.exitCode = failures.length === 0 ? 0 : 1

function count(text: string, option: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  console.error(`--${option} takes a whole number, not ${text}`)
  process.exit(2)
}
