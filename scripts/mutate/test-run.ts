import { type ChildProcess, spawn } from 'node:child_process'

/** Environment variable with the Vitest mode in which tests run. */
export const MODE = 'MUTATE_MODE'

/** Result of a test file. */
export interface FileResult {
  readonly file: string
  readonly seconds: number
  /** Full names of the tests that failed. */
  readonly failed: readonly string[]
  /** Tells whether the file could not run at all. */
  readonly isBroken: boolean
}

/** Results of a run; `null` if it took longer than `patience`. */
export type Outcome = readonly FileResult[] | null

export interface RunOptions {
  /** Test files in the order in which they run. */
  readonly files: readonly string[]
  /** Full names of tests to leave out. */
  readonly without?: readonly string[]
  /** Source file that is changed for this run. */
  readonly changed?: string
  /** Maximum time in seconds. */
  readonly patience: number
}

/** Runs test files of a copy of the working tree, any number of times. */
export interface TestRunner {
  run(options: RunOptions): Promise<Outcome>
  end(): void
}

export interface RunnerOptions {
  readonly stopsAtFirst?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** Creates a runner that uses one process for all runs, unless a run takes too long. */
export function testRunner(root: string, options: RunnerOptions = {}): TestRunner {
  let child: ChildProcess | null = null
  const end = () => {
    if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    child = null
  }
  process.once('exit', end)
  return {
    run: async (wanted) => {
      child ??= startSession(root, options)
      const outcome = await ask(child, wanted)
      if (outcome === null) end()
      return outcome
    },
    end: () => {
      process.off('exit', end)
      end()
    },
  }
}

function startSession(root: string, { stopsAtFirst = false, env = {} }: RunnerOptions): ChildProcess {
  const output = process.env.MUTATE_VERBOSE ? 'inherit' : 'ignore'
  return spawn('node_modules/.bin/node', ['scripts/mutate/session.ts', stopsAtFirst ? '1' : '0'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output, 'ipc'],
    detached: true, // so that a hanging run can be killed with all its processes
  })
}

function ask(child: ChildProcess, options: RunOptions): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      clearTimeout(timer)
      child.removeAllListeners()
      then()
    }
    const timer = setTimeout(() => settle(() => resolve(null)), options.patience * 1000)
    child.once('message', (outcome) => settle(() => resolve(outcome as Outcome))) // as session.ts sends it
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', () =>
      settle(() => reject(new Error('vitest ended without a result: run it with MUTATE_VERBOSE=1 to see why'))),
    )
    child.send(options)
  })
}
