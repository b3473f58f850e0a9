import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Environment variables that tell a process and its children where to write (`FOLDER`), and for which test file
 * (`TEST`). Without `FOLDER`, nothing is written.
 */
export const FOLDER = 'REACHED_FOLDER'
const TEST = 'REACHED_TEST'

const state = globalThis as { reached?: Set<number> }

/** Assigns the functions that are reached from now on to a test file, with those reached while it was loaded. */
export function beginFile(path: string): void {
  process.env[TEST] = relative(process.cwd(), path)
}

/** Adds the functions that this process has reached since the last call to those of the test file. */
export function writeReached(): void {
  const folder = process.env[FOLDER]
  const test = process.env[TEST]
  if (folder === undefined || test === undefined || !state.reached?.size) return
  // A process that may not write to the folder, such as one that evaluates a config, records nothing.
  if (process.permission && !process.permission.has('fs.write', folder)) return
  appendFileSync(join(folder, encodeURIComponent(test)), `${[...state.reached].join('\n')}\n`)
  state.reached.clear()
}
