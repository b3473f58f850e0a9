import { type Note, type Replacement, withReplaced } from '../replace.ts'
import { clock } from './clock.ts'
import { locale } from './locale.ts'
import { environment, machine } from './machine.ts'
import { random } from './random.ts'
import { zone } from './zone.ts'

/** Replacements for values that depend on the time, on chance or on the machine. */
export const CIRCUMSTANCES = {
  clock: (isAlternative, note) => clock(isAlternative ? OTHER_TIME : 0, note),
  random: (isAlternative, note) => random(isAlternative ? 2 : 1, note),
  zone: (isAlternative, note) => (isAlternative ? zone(note) : []),
  locale: (isAlternative, note) => (isAlternative ? locale(note) : []),
  environment: (isAlternative, note) => (isAlternative ? environment(note) : []),
  machine,
} satisfies Record<string, (isAlternative: boolean, note: Note) => Replacement[]>

export type Circumstance = keyof typeof CIRCUMSTANCES

export const circumstances = Object.keys(CIRCUMSTANCES) as Circumstance[] // it has no other keys

/** 2030-10-22T04:20:37.777Z: differs from the beginning of 1970 in year, month, day and hour, in every time zone. */
const OTHER_TIME = 1_918_873_237_777

/**
 * Runs a function under the circumstances of a build, with some exceptions. In a build, the clock stands still at the
 * beginning of 1970, random numbers have a fixed seed, and the machine is always the same one. Time zone, locale and
 * environment are those of the process, which has the same ones on every machine.
 * @param alternatives circumstances that differ from those of a build
 * @param note receives reads that depend on `alternatives`
 */
export function underCircumstances<T>(
  alternatives: readonly Circumstance[],
  run: () => Promise<T>,
  note: Note = SILENT,
): Promise<T> {
  const parts = circumstances.map((name) => () => {
    const isAlternative = alternatives.includes(name)
    return CIRCUMSTANCES[name](isAlternative, isAlternative ? note : SILENT)
  })
  return withReplaced(parts, run)
}

const SILENT: Note = () => {}
