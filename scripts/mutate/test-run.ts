import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ORDER } from './in-order.ts'

/** A test file after a run. */
export interface FileResult {
  readonly file: string
  readonly seconds: number
  /** Full names. */
  readonly failed: readonly string[]
  /** It could not be run at all. */
  readonly isBroken: boolean
}

/** `null`: the time was up. */
export type Outcome = readonly FileResult[] | null

export interface RunOptions {
  /** Test files in their order. */
  readonly files: readonly string[]
  /** Full names of tests that are left out. */
  readonly without?: readonly string[]
  readonly stopsAtFirst?: boolean
  /** Seconds. */
  readonly patience: number
  readonly env?: Readonly<Record<string, string>>
}

/** Runs test files of a copy of the working tree. */
export async function runTests(root: string, options: RunOptions): Promise<Outcome> {
  const folder = mkdtempSync(join(root, '.result-'))
  const output = join(folder, 'result.json')
  try {
    const isInTime = await spawnVitest(root, output, options)
    if (!isInTime) return null
    if (!existsSync(output)) throw new Error('vitest has written no result: run it with --verbose to see why')
    return readResult(root, readFileSync(output, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function spawnVitest(root: string, output: string, { files, without = [], ...options }: RunOptions): Promise<boolean> {
  const child = spawn(
    'node_modules/.bin/node',
    [
      ...['node_modules/.bin/vitest', 'run', ...files],
      ...['--config', 'scripts/mutate/vitest.config.ts', '--root', '.', '--no-color'],
      ...['--reporter=json', `--outputFile=${output}`],
      ...(options.stopsAtFirst ? ['--bail=1'] : []),
      ...(without.length > 0 ? ['--testNamePattern', `^(?!(${without.map(escaped).join('|')})$)`] : []),
    ],
    {
      cwd: root,
      env: { ...process.env, ...options.env, [ORDER]: files.join('\n') },
      stdio: process.env.MUTATE_VERBOSE ? 'inherit' : 'ignore',
      detached: true, // so that what hangs is ended with all its processes
    },
  )
  return new Promise((resolve, reject) => {
    const end = () => child.pid && process.kill(-child.pid, 'SIGKILL')
    process.once('exit', end)
    const timer = setTimeout(() => {
      end()
      resolve(false)
    }, options.patience * 1000)
    child.once('error', reject)
    child.once('exit', () => {
      process.off('exit', end)
      clearTimeout(timer)
      resolve(true)
    })
  })
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

function readResult(root: string, text: string): FileResult[] {
  const { testResults } = JSON.parse(text) as Report // vitest's own format, as Jest has it
  return testResults.map(({ name, status, startTime, endTime, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName)
    return {
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
      failed,
      isBroken: status === 'failed' && failed.length === 0,
    }
  })
}
