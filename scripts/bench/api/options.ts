import { parseArgs } from 'node:util'
import { integer, listOf } from '../option-values.ts'
import type { Effort, State } from './measure.ts'

/** Extent of the measurement. */
export interface ApiOptions extends Effort {
  /** Numbers of posts, ascending. */
  readonly rows: readonly number[]
  /** Names of the cases; empty for all. */
  readonly only: readonly string[]
  readonly states: readonly State[]
  /** Number of new processes for each cold case. */
  readonly starts: number
}

const STATES: readonly State[] = ['cold', 'warm', 'memory', '304']

/**
 * Reads the command line: `--rows 1000,100000`, `--only list,id`, `--states warm,304`, `--rounds 5`, `--milliseconds
 * 400`, `--starts 2`.
 * @throws Error for an invalid option
 */
export function readOptions(args: readonly string[]): ApiOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { rows: text, only: text, states: text, rounds: text, milliseconds: text, starts: text },
  })
  return {
    rows: listOf(values.rows ?? '1000,100000,1000000')
      .map((item) => integer('--rows', item, 100, 10_000_000))
      .sort((a, b) => a - b),
    only: listOf(values.only ?? ''),
    states: listOf(values.states ?? STATES.join(',')).map(stateOf),
    rounds: integer('--rounds', values.rounds ?? '5', 1, 100),
    milliseconds: integer('--milliseconds', values.milliseconds ?? '400', 1, 60_000),
    starts: integer('--starts', values.starts ?? '2', 1, 100),
  }
}

function stateOf(name: string): State {
  const state = STATES.find((known) => known === name)
  if (state === undefined) throw new Error(`There is no state ${name}, only ${STATES.join(', ')}.`)
  return state
}
