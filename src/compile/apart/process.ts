import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { ownModule } from '../load/package-root.ts'
import { type Limit, watchLimits } from './deadline.ts'
import type { ChildResponse, EvaluateRequest, RunRequest } from './messages.ts'
import { codeCache, permissionFlags, projectEntries } from './permissions.ts'
import { serveTransforms } from './transform.ts'

/**
 * Time for an interrupted process to report its position, in milliseconds: on a busy machine it may have to wait for a
 * processor.
 */
const LAST_WORDS = 10_000

/** Outcome of a request: a response, or the reason why there is none. */
export type Outcome =
  | Exclude<ChildResponse, { readonly kind: 'ready' }>
  /** The request exceeded this limit. `stack` is the position of the process, if it has one. */
  | { readonly kind: 'late'; readonly limit: Limit; readonly stack: string }
  | { readonly kind: 'ended'; readonly how: string; readonly stack: string }

/** A process in which a config is evaluated. It handles one request at a time, and exits when this process exits. */
export interface ApartProcess {
  /** Paths of the project and of packages that the process may read. */
  readonly entries: ReadonlySet<string>
  /**
   * Tells whether the process is running and may read the overlaid files, and the current files of the project and its
   * packages.
   */
  serves(overlaid: readonly string[]): boolean
  ask(request: EvaluateRequest | RunRequest): Promise<Outcome>
  /** Files that the config imported when the process was started. */
  files(): readonly string[]
  end(): void
}

const START = ownModule('compile/apart/start')

/**
 * Returns the environment variables of the process. They do not depend on those of the current process: time zone and
 * locale are the same everywhere. Windows needs `SystemRoot` to start.
 */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env
  return { TZ: 'UTC', LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', ...(SystemRoot !== undefined && { SystemRoot }) }
}

/**
 * @param overlaid absolute paths of files that are treated as if they existed
 * @param former the replaced process, whose paths remain readable, so that a folder that disappears and returns
 * requires only one restart
 */
export function startProcess(root: string, overlaid: readonly string[], former: ApartProcess | null): ApartProcess {
  mkdirSync(codeCache(), { recursive: true })
  const entries = new Set([...projectEntries(root, overlaid), ...(former?.entries ?? [])])
  const child = spawn(
    process.execPath,
    [...permissionFlags(entries), '--no-warnings', '--trace-sigint', START, root, codeCache()],
    {
      cwd: root,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
      serialization: 'advanced',
    },
  )
  endWithProcess(child)
  serveTransforms(child.stdio[4] as Duplex) // the pipe that was requested
  const said = collect(child)
  hold(child, false)
  let files: readonly string[] = []
  let answered: (outcome: Outcome) => void = () => {}
  let id = 0
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      const response = message as ChildResponse // only the process itself writes to the channel
      if (response.kind === 'ready') {
        files = response.files
        resolve()
      } else if (response.id === id) answered(response)
    })
    // Also continues if the process exits without a response.
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  child.once('exit', (code, signal) => answered({ kind: 'ended', how: signal ?? `code ${code}`, stack: said() }))
  child.once('error', (error) => answered({ kind: 'ended', how: error.message, stack: '' }))
  const isAlive = () => child.exitCode === null && child.signalCode === null && child.connected

  return {
    entries,
    serves: (other) => isAlive() && [...projectEntries(root, other)].every((entry) => entries.has(entry)),
    files: () => files,
    async ask(request) {
      hold(child, true)
      const outcome = new Promise<Outcome>((resolve) => {
        answered = resolve
      })
      let unwatch = (): void => {}
      try {
        await ready
        if (!isAlive()) return { kind: 'ended', how: `code ${child.exitCode}`, stack: said() }
        id += 1
        child.send({ ...request, id })
        const late = new Promise<Outcome>((resolve) => {
          unwatch = watchLimits(child.pid, async (limit) =>
            resolve({ kind: 'late', limit, stack: await interrupt(child, said) }),
          )
        })
        return await Promise.race([outcome, late])
      } finally {
        unwatch()
        hold(child, false)
      }
    },
    end: () => {
      child.kill('SIGKILL')
    },
  }
}

/** Interrupts the process and returns its position, which Node writes on an interrupt. */
async function interrupt(child: ChildProcess, said: () => string): Promise<string> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.removeAllListeners('exit')
  child.kill('SIGINT')
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_WORDS))])
  return said()
}

/** Collects the last output of the process, which shows its position when it ends. */
function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-100_000)
  })
  return () => text
}

/** Determines whether the child process keeps this process alive. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const parts = [child, child.channel, child.stderr, child.stdio[4]] as (
    | null
    | undefined
    | { ref(): void; unref(): void }
  )[] // a pipe to a child is a socket
  for (const part of parts) {
    if (isHeld) part?.ref()
    else part?.unref()
  }
}

const children = new Set<ChildProcess>()

function endWithProcess(child: ChildProcess): void {
  if (children.size === 0) process.once('exit', endAll)
  children.add(child)
  child.once('exit', () => children.delete(child))
}

function endAll(): void {
  for (const child of children) child.kill('SIGKILL')
}
