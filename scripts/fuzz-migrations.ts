import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { LIMITS } from '../src/compile/schema/steps/limits.ts'
import { SUBJECTS } from '../src/compile/schema/steps/subject.ts'
import { caseChecker } from '../test/migrations/fuzz/check-case.ts'
import {
  type BuiltProject,
  checkStages,
  makeStages,
  projectInMemory,
  type Stages,
} from '../test/migrations/fuzz/check-pair.ts'
import type { Compared } from '../test/migrations/fuzz/check-rows.ts'
import { asInFiles } from '../test/migrations/fuzz/declare.ts'
import { drawn } from '../test/migrations/fuzz/draw.ts'
import { projectInFolder } from '../test/migrations/fuzz/folder.ts'
import { everyCase, spaced } from '../test/migrations/fuzz/one-change.ts'
import { progressBar } from './progress.ts'

const SHOWN = 3

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    // Number of changes to fields to try with a small schema (`changes`), and with a large one (`large`).
    changes: { type: 'string', default: String(everyCase().length) },
    large: { type: 'string', default: '400' },
  },
})
const pairs = count(values.pairs, 'pairs')
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : count(values.seed, 'seed')

/**
 * Operations that random projects contain, with `limit-collection` counted by limit. Handwritten operations and those
 * of old formats do not occur.
 */
const DRAWN = [
  ...Object.keys(SUBJECTS).filter((kind) => !['by-hand', 'describe-field', 'limit-collection'].includes(kind)),
  ...Object.keys(LIMITS),
]
const operations = new Map<string, number>()
const compared: Compared = { rows: 0, values: 0, versions: 0, operations }
const began = performance.now()
let failures = 0
const folder = projectInFolder()
await checkChanges('small', count(values.changes, 'changes'), folder)
folder.dispose()
await checkChanges('large', count(values.large, 'large'), projectInMemory())

const bar = progressBar(`seed ${seed}`, pairs)
let done = 0
await fc.assert(
  fc.asyncProperty(drawn(makeStages), async (stages) => {
    try {
      await checkStages(stages, compared)
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
for (const kind of DRAWN.toSorted()) console.log(`${amount(operations.get(kind) ?? 0).padStart(9)} ${kind}`)
// Exits without waiting for the process that evaluates the folder's config.
process.exit(failures === 0 ? 0 : 1)

/** Tries single changes, spaced evenly over all cases, each from a project of its own. */
async function checkChanges(size: 'small' | 'large', number: number, project: BuiltProject): Promise<void> {
  const cases = spaced(everyCase(), Math.min(number, everyCase().length))
  const check = caseChecker(project, compared, size)
  const progress = progressBar(`single changes, ${size} schema`, cases.length)
  for (const [index, one] of cases.entries()) {
    try {
      await check(one)
    } catch (error) {
      failures += 1
      console.log(`\n${one.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
    progress.show(index + 1)
  }
  progress.end()
}

/** Prints a failure, and the projects that reproduce it as their files would declare them. */
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
