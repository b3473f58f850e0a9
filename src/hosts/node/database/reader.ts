import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Returned } from './connection.ts'
import { DatabaseFault } from './database-error.ts'
import type { Query } from './writer.ts'

/**
 * Runs reads of unknown duration in a process of their own: nothing else waits for them, and the process can be killed
 * if one takes too long, which is impossible for a thread in which SQLite runs.
 */
export interface Reader {
  /**
   * Runs queries on one state of the database.
   * @param longest milliseconds after which they are aborted, if less than the default
   */
  read(queries: readonly Query[], longest?: number): Promise<readonly Returned[]>
  close(): Promise<void>
}

/** Maximum duration of a read, in milliseconds, as on D1. */
const LONGEST = 30_000

/** Maximum time for the reader process to start, in milliseconds. */
const START = 30_000

/** Milliseconds after which an idle process exits. */
const IDLE = 60_000

/** Maximum number of waiting reads. */
const MOST = 100

/** A message to the reader process: queries to run in one transaction. */
export interface ReaderRequest {
  readonly id: number
  readonly questions: readonly Query[]
}

/** The reader process's response to the request with the same `id`. */
export type ReaderResponse =
  | { readonly id: number; readonly returned: readonly Returned[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string | null } }

interface Waiting {
  readonly questions: readonly Query[]
  /** Milliseconds after which the read is aborted. */
  readonly longest: number
  readonly resolve: (returned: readonly Returned[]) => void
  readonly reject: (error: Error) => void
}

/**
 * Creates a reader. Its process starts with the first read, and ends when it is idle or a read takes too long.
 * @param module main module of the process, whose arguments are the database's path and the pid of this process
 * @param longest milliseconds after which a read is aborted
 */
export function createReader(path: string, module: URL, longest = LONGEST): Reader {
  let child: ChildProcess | undefined
  let isReady = false
  let count = 0
  let timer: NodeJS.Timeout | undefined
  /** Waiting reads in the order of their execution. */
  const waiting = new Map<number, Waiting>()

  const end = () => {
    const ending = child
    child = undefined
    isReady = false
    clearTimeout(timer)
    for (const event of ['message', 'exit', 'error']) ending?.removeAllListeners(event)
    ending?.kill('SIGKILL')
  }
  /** Fails the first waiting read and repeats the others. */
  const giveUpFirst = (error: Error) => {
    end()
    const [first] = waiting.keys()
    const waitingRead = first === undefined ? undefined : waiting.get(first)
    if (first !== undefined) waiting.delete(first)
    waitingRead?.reject(error)
    for (const [id, { questions }] of waiting) send(id, questions)
    if (waiting.size > 0) watch()
  }
  /** Keeps this process alive exactly while reads are waiting. */
  const hold = () => {
    const name = waiting.size > 0 ? 'ref' : 'unref'
    child?.[name]()
    child?.channel?.[name]()
  }
  /** Starts the timer of the first waiting read. */
  const watch = () => {
    clearTimeout(timer)
    hold()
    if (waiting.size === 0) timer = setTimeout(end, IDLE)
    else if (!isReady) timer = setTimeout(() => giveUpFirst(interrupted('the reader process does not start')), START)
    else {
      const [first] = waiting.values()
      const limit = first?.longest ?? longest
      timer = setTimeout(() => giveUpFirst(interrupted(`the statement took longer than ${limit / 1000} s`)), limit)
    }
    timer.unref()
  }
  const start = (): ChildProcess => {
    const started = fork(fileURLToPath(module), [path, String(process.pid)], {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    started.on('message', (message: ReaderResponse | 'ready') => {
      if (message === 'ready') {
        isReady = true
        return watch()
      }
      const waitingRead = waiting.get(message.id)
      waiting.delete(message.id)
      watch()
      if ('returned' in message) waitingRead?.resolve(message.returned)
      else waitingRead?.reject(errorOf(message.error))
    })
    started.on('exit', () => giveUpFirst(interrupted('the reader process exited')))
    started.on('error', giveUpFirst)
    return started
  }
  const send = (id: number, queries: readonly Query[]) => {
    child ??= start()
    hold()
    child.send({ id, questions: queries } satisfies ReaderRequest, (error) => error && giveUpFirst(error))
  }
  return {
    read: (statements, limit = longest) =>
      new Promise((resolve, reject) => {
        if (waiting.size >= MOST) {
          reject(new DatabaseFault('D1_ERROR: D1 DB is overloaded: too many slow reads: SQLITE_BUSY', 'SQLITE_BUSY'))
          return
        }
        count += 1
        waiting.set(count, { questions: statements, longest: Math.min(limit, longest), resolve, reject })
        send(count, statements)
        if (waiting.size === 1) watch()
      }),
    close: async () => {
      const ending = child
      ending?.ref()
      const ended = ending && new Promise((resolve) => ending.once('close', resolve))
      end()
      for (const { reject } of waiting.values()) reject(interrupted('the database is closed'))
      waiting.clear()
      await ended // the process has the database file open until then
    },
  }
}

function interrupted(reason: string): Error {
  return new DatabaseFault(`D1_ERROR: ${reason}: SQLITE_INTERRUPT`, 'SQLITE_INTERRUPT')
}

function errorOf({ message, code }: { readonly message: string; readonly code: string | null }): Error {
  return code === null ? new Error(message) : new DatabaseFault(message, code)
}
