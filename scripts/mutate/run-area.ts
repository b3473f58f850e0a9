import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isRunIn } from '../../test/harness/parts.ts'
import type { Scope } from '../../test/harness/scope.ts'
import type { Area } from './areas.ts'
import { readKillers } from './killers.ts'
import { findMutants, type Mutant } from './mutants.ts'
import { type Measured, measure } from './reached/measure.ts'
import { sample } from './sample.ts'
import { MODE, type TestRunner, testRunner } from './test-run.ts'
import { typeChecker } from './types.ts'
import { effectJudge } from './without-effect.ts'
import type { WorkCopy } from './work-copy.ts'

export type Fate = 'killed' | 'timed out' | 'survived' | 'not reached'

/** Mutant and its fate. */
export interface Verdict {
  readonly mutant: Mutant
  readonly source: string
  readonly fate: Fate
  /** Full names of the tests that failed, and paths of test files that could not run. */
  readonly by: readonly string[]
  readonly seconds: number
}

export interface Wanted {
  /** Number of mutants to try, not counting those that TypeScript rejects and those without effect. */
  readonly count: number
  readonly seed: number
  /** Maximum usual time of the tests of one mutant, in seconds; slower tests are left out. */
  readonly within: number
  /** Part of the test suite that runs: `often` is the part of `npm test`. */
  readonly scope: Scope
  /** File, or `file:line`, to which mutants are limited. */
  readonly only?: string | undefined
  /** Change to that file that is tried instead of mutants. */
  readonly change?: { readonly from: string; readonly to: string } | undefined
}

/** Creates mutants of an area, and runs the tests that reach them, one mutant at a time. */
export async function* runArea(
  copy: WorkCopy,
  name: string,
  area: Area,
  wanted: Wanted,
): AsyncGenerator<Verdict, void, void> {
  const sources = new Map(sourcesOf(area).map((file) => [file, readFileSync(file, 'utf8')]))
  const tests = area.tests.flatMap(testsIn).filter((file) => isRunIn(file, wanted.scope))
  const measured = await measure(copy, name, sources, tests)
  const isTaken = typeChecker(process.cwd(), [...sources.keys()])
  const hasNoEffect = effectJudge()
  const killers = readKillers()
  const runner = testRunner(copy.root, { stopsAtFirst: true, env: { [MODE]: wanted.scope } })
  let left = wanted.count
  for (const mutant of mutantsOf(sources, wanted)) {
    if (left === 0) break
    const source = sources.get(mutant.file) ?? ''
    const changed = source.slice(0, mutant.start) + mutant.by + source.slice(mutant.end)
    if (hasNoEffect(mutant, source) || (!wanted.change && !isTaken(mutant.file, changed))) continue
    left -= 1
    const tests = quickest(testsFor(mutant, measured, killers.of(mutant.file)), wanted.within)
    const { killer, ...verdict } = await tryMutant(copy, runner, mutant, changed, tests)
    if (killer !== null) killers.note(mutant.file, killer)
    yield { mutant, source, ...verdict }
  }
  runner.end()
}

function mutantsOf(sources: ReadonlyMap<string, string>, { seed, only, change }: Wanted): Mutant[] {
  const [onlyFile, onlyLine] = only?.split(':') ?? []
  if (change && onlyFile !== undefined) return [ownMutant(onlyFile, sources.get(onlyFile) ?? '', change)]
  const all = [...sources].flatMap(([file, text]) => findMutants(file, text))
  return sample(all, seed).filter(
    ({ file, line }) =>
      (onlyFile === undefined || file === onlyFile) && (onlyLine === undefined || line === Number(onlyLine)),
  )
}

function ownMutant(file: string, source: string, { from, to }: { readonly from: string; readonly to: string }): Mutant {
  const start = source.indexOf(from)
  if (start === -1 || source.includes(from, start + 1)) {
    throw new Error(`${file} must have the text of --replace exactly once`)
  }
  const line = source.slice(0, start).split('\n').length
  return { file, start, end: start + from.length, text: from, by: to, line, within: null }
}

/**
 * Returns the test files that reach the function of a mutant; for code outside of functions, those that reach any
 * function of the file, or else all. Files that detected mutants of the source file before come first, followed by the
 * fastest.
 */
function testsFor({ file, within }: Mutant, measured: readonly Measured[], killers: readonly string[]): Measured[] {
  const reaches = ({ reached }: Measured) =>
    within === null ? reached.some((place) => place.startsWith(`${file}:`)) : reached.includes(`${file}:${within}`)
  const related = measured.filter(reaches)
  const all = related.length === 0 && within === null ? measured : related
  const placeOf = ({ file }: Measured) => (killers.includes(file) ? killers.indexOf(file) : killers.length)
  return all.toSorted((a, b) => placeOf(a) - placeOf(b) || a.seconds - b.seconds)
}

/** Returns the first test file, and the following ones as long as their usual times sum to at most `within` seconds. */
function quickest(tests: readonly Measured[], within: number): Measured[] {
  let sum = 0
  return tests.filter(({ seconds }, index) => {
    sum += seconds
    return index === 0 || sum <= within
  })
}

/** Time that a run takes in addition to its tests on a busy machine, in seconds. */
const START = 240

async function tryMutant(
  copy: WorkCopy,
  runner: TestRunner,
  mutant: Mutant,
  changed: string,
  tests: readonly Measured[],
) {
  if (tests.length === 0) return { fate: 'not reached', by: [], seconds: 0, killer: null } as const
  const began = Date.now()
  const usual = tests.reduce((sum, { seconds }) => sum + seconds, 0)
  const results = await copy.with(mutant.file, changed, () =>
    runner.run({
      files: tests.map(({ file }) => file),
      without: tests.flatMap(({ failed }) => failed),
      changed: mutant.file,
      patience: START + 3 * usual,
    }),
  )
  const seconds = (Date.now() - began) / 1000
  if (results === null) return { fate: 'timed out', by: [], seconds, killer: null } as const
  const by = results.flatMap(({ file, failed, isBroken }) => (isBroken ? [file] : failed))
  const killer = results.find(({ failed, isBroken }) => isBroken || failed.length > 0)?.file ?? null
  return { fate: by.length === 0 ? 'survived' : 'killed', by, seconds, killer } as const
}

/** Returns the source files of an area. */
export function sourcesOf({ sources, without = [] }: Area): string[] {
  const isLeftOut = (file: string) => without.some((path) => file === path || file.startsWith(`${path}/`))
  return sources.flatMap((path) => filesIn(path, /\.tsx?$/)).filter((file) => !isLeftOut(file))
}

function testsIn(path: string): string[] {
  return filesIn(path, /\.test\.tsx?$/)
}

function filesIn(path: string, pattern: RegExp): string[] {
  if (!existsSync(path)) throw new Error(`scripts/mutate/areas.ts contains ${path}, which does not exist`)
  if (!statSync(path).isDirectory()) return pattern.test(path) ? [path] : []
  return readdirSync(path)
    .toSorted()
    .flatMap((entry) => filesIn(join(path, entry), pattern))
}
