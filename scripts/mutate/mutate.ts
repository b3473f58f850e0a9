/**
 * Makes small mistakes in the source code, one at a time, in a copy of the working tree, and runs the tests that reach
 * them: `npm run mutate -- --area list --count 20 --seed 1`. A mutant that survives is a mistake that no test detects.
 */
import { parseArgs } from 'node:util'
import { scopeOf } from '../../test/harness/scope.ts'
import { AREAS } from './areas.ts'
import { printTable, printVerdict } from './print.ts'
import { runArea, sourcesOf, type Verdict } from './run-area.ts'
import { copyWorkingTree } from './work-copy.ts'

const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true, default: [] },
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    within: { type: 'string', default: '3600' },
    scope: { type: 'string', default: 'all' },
    only: { type: 'string' },
    replace: { type: 'string' },
    by: { type: 'string' },
  },
})
const { only, replace, by } = values
const names = chooseAreas()
const wanted = {
  count: number(values.count, 'count'),
  seed: number(values.seed, 'seed'),
  within: number(values.within, 'within'),
  scope: scopeOf(values.scope),
  only,
  change: ownChange(),
}

const copy = copyWorkingTree()
process.on('exit', copy.dispose)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const verdicts = new Map<string, Verdict[]>()
for (const name of names) {
  const found: Verdict[] = []
  verdicts.set(name, found)
  console.error(`${name}: the tests run once to learn what they reach, where that is not known`)
  for await (const verdict of runArea(copy, name, AREAS[name] as (typeof AREAS)[string], wanted)) {
    found.push(verdict)
    console.error(`${name} ${found.length}: ${printVerdict(verdict)}`)
  }
}
const survivors = [...verdicts.values()].flat().filter(({ fate }) => fate === 'survived' || fate === 'not reached')
if (survivors.length > 0) console.log(`No test notices these:\n${survivors.map(printVerdict).join('\n')}\n`)
console.log(printTable(verdicts))
process.exit(survivors.length === 0 ? 0 : 1)

function chooseAreas(): string[] {
  const unknown = values.area.find((name) => !(name in AREAS))
  if (unknown !== undefined) stop(`there is no area ${unknown}; there are ${Object.keys(AREAS).join(', ')}`)
  if (values.area.length > 0) return values.area
  const file = only?.split(':')[0]
  if (file === undefined) return Object.keys(AREAS)
  const found = Object.entries(AREAS).filter(([, area]) => sourcesOf(area).includes(file))
  if (found.length === 0) stop(`${file} is in no area of scripts/mutate/areas.ts`)
  return found.map(([name]) => name)
}

function ownChange() {
  if (replace === undefined && by === undefined) return undefined
  if (replace === undefined || by === undefined || only === undefined)
    stop('--replace and --by go together, with --only')
  return { from: replace, to: by }
}

function number(text: string, option: string): number {
  const value = Number(text)
  return Number.isSafeInteger(value) && value >= 0 ? value : stop(`--${option} takes a whole number, not ${text}`)
}

function stop(message: string): never {
  console.error(message)
  process.exit(2)
}
