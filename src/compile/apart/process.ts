import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { ownModule } from '../load/package-root.ts'
import { type Limit, watchLimits } from './deadline.ts'
import type { ChildResponse, EvaluateRequest, RunRequest } from './messages.ts'
import { codeCache, permissionFlags, projectEntries } from './permissions.ts'
import { serveTransforms } from './transform.ts'

/** Time that an interrupted process has to say where it was, in milliseconds: a busy machine may leave it without a processor. */
const LAST_WORDS = 10_000

/** Outcome of a request. */
export type Outcome =
  | Exclude<ChildResponse, { readonly kind: 'ready' }>
  /** It took too long, by that limit; `stack` says where it was, as far as it was anywhere. */
  | { readonly kind: 'late'; readonly limit: Limit; readonly stack: string }
  | { readonly kind: 'ended'; readonly how: string; readonly stack: string }

/** A process in which a config is evaluated. It waits for one request after the other, and ends with this process. */
export interface ApartProcess {
  /** Paths of the project and of packages that it may read. */
  readonly entries: ReadonlySet<string>
  /** Tells whether it is there, and may read what the project now consists of, its packages, and what is laid over it. */
  serves(overlaid: readonly string[]): boolean
  ask(request: EvaluateRequest | RunRequest): Promise<Outcome>
  /** Files that the config reached when the process was started. */
  files(): readonly string[]
  end(): void
}

const START = ownModule('compile/apart/start')

/**
 * Nothing of this process's environment: one zone and one locale, wherever it runs. Windows does not start without its
 * folder.
 */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env
  return { TZ: 'UTC', LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', ...(SystemRoot !== undefined && { SystemRoot }) }
}

/**
 * @param overlaid files that are looked at as if they were there, absolute
 * @param former the process that this one replaces: a folder that comes and goes, as with a branch, costs one start
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
  serveTransforms(child.stdio[4] as Duplex) // a pipe, as asked for
  const said = collect(child)
  hold(child, false)
  let files: readonly string[] = []
  let answered: (outcome: Outcome) => void = () => {}
  let id = 0
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      const response = message as ChildResponse // nobody else has the other end
      if (response.kind === 'ready') {
        files = response.files
        resolve()
      } else if (response.id === id) answered(response)
    })
    // Also where there will be no answer.
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

/** Place where it is: Node says so when it is interrupted. */
async function interrupt(child: ChildProcess, said: () => string): Promise<string> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.removeAllListeners('exit')
  child.kill('SIGINT')
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_WORDS))])
  return said()
}

/** The last that it wrote, which is little: where it was when it ended. */
function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-100_000)
  })
  return () => text
}

/** This process waits for the other one while it has asked it something, and not beyond. */
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
