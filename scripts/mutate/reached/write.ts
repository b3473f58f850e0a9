import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Variables by which a process and its children know where to write and what for; without the first nothing is noted. */
export const FOLDER = 'REACHED_FOLDER'
const TEST = 'REACHED_TEST'

const state = globalThis as { reached?: Set<number> }

/** From now on what is reached is a test file's, and so is what was reached while the file itself was loaded. */
export function beginFile(path: string): void {
  process.env[TEST] = relative(process.cwd(), path)
}

/** Adds the functions that this process has reached to those of the test file. */
export function writeReached(): void {
  const folder = process.env[FOLDER]
  const test = process.env[TEST]
  if (folder === undefined || test === undefined || !state.reached?.size) return
  // A process that may not write there, as where a config is evaluated, tells nothing.
  if (process.permission && !process.permission.has('fs.write', folder)) return
  appendFileSync(join(folder, encodeURIComponent(test)), `${[...state.reached].join('\n')}\n`)
  state.reached.clear()
}
