import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { packageRoot } from '../../compile/load/package-root.ts'
import type { Variables } from '../shell.ts'
import { missingTool } from '../tools.ts'

/** Exit code and output of a run of wrangler. */
export interface WranglerRun {
  readonly code: number | null
  /** Text of both output streams, in order. */
  readonly text: string
}

/**
 * Runs the project's own wrangler, without prompts and without telemetry. Its environment variables come from the shell
 * alone: a `.env` in the project could send the upload and the token elsewhere, or make wrangler bundle other modules.
 * @throws Failure if there is no wrangler
 */
export async function runWrangler(
  { root, variables }: { readonly root: string; readonly variables: Variables },
  args: readonly string[],
  onLine: (line: string) => void = () => {},
): Promise<WranglerRun> {
  const child = spawn(process.execPath, [findWrangler(root), ...args, '--env-file', devNull], {
    cwd: root,
    env: { ...variables, WRANGLER_SEND_METRICS: 'false', CI: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (const line of chunk.split('\n')) if (line.trim() !== '') onLine(line.trimEnd())
    })
  }
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail)
    child.on('close', done)
  })
  return { code, text }
}

/** Returns the path of the wrangler that is installed in or above the project, else in or above this package. */
function findWrangler(root: string): string {
  for (const start of [root, packageRoot]) {
    for (let folder = start; ; folder = dirname(folder)) {
      const path = join(folder, 'node_modules/wrangler/bin/wrangler.js')
      if (existsSync(path)) return path
      if (folder === dirname(folder)) break
    }
  }
  throw missingTool('wrangler')
}

/**
 * Returns the lines that say what went wrong, for a failure's message: each error with wrangler's explanation below it.
 * For an error of the bundler, the position is kept and the lines of code are left out.
 */
export function reasonOf({ text, code }: WranglerRun): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const errors: string[] = []
  let isBelow = false
  for (const line of lines) {
    const [, heading] = /\[?ERROR\]?:?\s*(.+)$/.exec(line) ?? []
    // Lines that belong to an error are indented; wrangler's other lines, for example about its log file, are not.
    isBelow = heading !== undefined || (isBelow && /^\s/.test(line) && !ASIDE.test(line))
    if (isBelow && !CODE.test(line)) errors.push((heading ?? line).trim())
  }
  return errors.length > 0 ? errors.join(' ') : (lines.at(-1)?.trim() ?? `it exited with code ${code}`)
}

/** Pattern of lines below an error that give no reason. */
const ASIDE = /^\s*(?:\S*\s*\[WARNING\]|If you think this is a bug)/

/** Pattern of a line of code, or of a marker below one. */
const CODE = /^\s*(?:\d+\s*)?[│╵]/
