import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { integer, listOf } from '../option-values.ts'
import type { Effort } from './measure.ts'

/** Extent of the measurement. */
export interface PeersOptions extends Effort {
  /** Numbers of posts, ascending. */
  readonly posts: readonly number[]
  /** Keys of the systems; empty for all. */
  readonly only: readonly string[]
  /** Absolute path of the folder in which the systems are installed. */
  readonly folder: string
  /** Keeps the installed systems for the next run. Default: `false`. */
  readonly keep: boolean
}

/** Numbers of posts that the documentation shows. */
export const POSTS = [1000, 100_000]

/**
 * Reads the command line: `--posts 1000,100000`, `--only lintel-node,payload`, `--rounds 3`, `--milliseconds 2000`,
 * `--folder <path>`, `--keep`.
 * @param keys keys of all systems
 * @throws Error for an invalid option
 */
export function readOptions(args: readonly string[], keys: readonly string[]): PeersOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { posts: text, only: text, rounds: text, milliseconds: text, folder: text, keep: { type: 'boolean' } },
  })
  const only = listOf(values.only ?? '')
  const unknown = only.filter((key) => !keys.includes(key))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}, only ${keys.join(', ')}.`)
  return {
    posts: listOf(values.posts ?? POSTS.join())
      .map((item) => integer('--posts', item, 400, 1_000_000))
      .sort((a, b) => a - b),
    only,
    folder: resolve(values.folder ?? join(tmpdir(), 'lintel-bench-peers')),
    keep: values.keep ?? false,
    rounds: integer('--rounds', values.rounds ?? '3', 1, 100),
    milliseconds: integer('--milliseconds', values.milliseconds ?? '2000', 1, 60_000),
  }
}
