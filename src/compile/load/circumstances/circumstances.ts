import { type Note, type Replacement, withReplaced } from '../replace.ts'
import { clock } from './clock.ts'
import { locale } from './locale.ts'
import { environment, machine } from './machine.ts'
import { random } from './random.ts'
import { zone } from './zone.ts'

/** Replacements for whatever differs from one machine, or one moment, to the next. */
export const CIRCUMSTANCES = {
  clock: (isOther, note) => clock(isOther ? OTHER_TIME : 0, note),
  random: (isOther, note) => random(isOther ? 2 : 1, note),
  zone: (isOther, note) => (isOther ? zone(note) : []),
  locale: (isOther, note) => (isOther ? locale(note) : []),
  environment: (isOther, note) => (isOther ? environment(note) : []),
  machine: (isOther, note) => (isOther ? machine(note) : []),
} satisfies Record<string, (isOther: boolean, note: Note) => Replacement[]>

export type Circumstance = keyof typeof CIRCUMSTANCES

/** Names of the circumstances. */
export const circumstances = Object.keys(CIRCUMSTANCES) as Circumstance[] // they are its keys

/** 2032-10-19T04:20:37.777Z: another year, month, day and hour than 1970 begins with, in every zone. */
const OTHER_TIME = 1_918_873_237_777

/**
 * Runs something under the circumstances of every build, but for those that are to be others. Those of a build are the
 * same everywhere: its clock stands still where 1970 begins, its random numbers have one seed. Zone, locale and
 * environment are those of the process, which has the same ones wherever it runs.
 */
export function underCircumstances<T>(
  others: readonly Circumstance[],
  run: () => Promise<T>,
  note: Note = SILENT,
): Promise<T> {
  const parts = circumstances.map((name) => () => {
    const isOther = others.includes(name)
    return CIRCUMSTANCES[name](isOther, isOther ? note : SILENT)
  })
  return withReplaced(parts, run)
}

const SILENT: Note = () => {}
