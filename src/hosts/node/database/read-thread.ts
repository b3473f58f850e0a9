import { Worker } from 'node:worker_threads'
import type { Returned } from './connection.ts'
import { DatabaseFault } from './database-error.ts'
import type { Question } from './writer.ts'

/** Reads of unknown duration, away from the thread that serves requests. */
export interface ReadThread {
  ask(question: Question): Promise<Returned>
  close(): Promise<void>
}

/** Longest time that a read may take, in milliseconds, as on D1. */
const LONGEST = 30_000

/** Time after which a thread that nobody asks ends, in milliseconds. */
const IDLE = 60_000

/** Answer of the thread to the question of the same number. */
export type ThreadAnswer =
  | { readonly id: number; readonly returned: Returned }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string | null } }

interface Waiting {
  readonly resolve: (returned: Returned) => void
  readonly reject: (error: Error) => void
}

/** Starts a thread with the first question, and ends it when it is idle or takes too long. */
export function createReadThread(path: string, module: URL): ReadThread {
  let worker: Worker | undefined
  let count = 0
  let timer: NodeJS.Timeout | undefined
  const waiting = new Map<number, Waiting>()

  const end = async (reason: Error) => {
    const ending = worker
    worker = undefined
    clearTimeout(timer)
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
    await ending?.terminate()
  }
  /** A thread that is asked keeps the process alive; one that waits does not. */
  const watch = () => {
    if (waiting.size > 0) worker?.ref()
    else worker?.unref()
    clearTimeout(timer)
    timer = setTimeout(
      () => void end(new DatabaseFault('D1_ERROR: the statement takes too long: SQLITE_INTERRUPT', 'SQLITE_INTERRUPT')),
      waiting.size > 0 ? LONGEST : IDLE,
    )
    timer.unref()
  }
  const start = (): Worker => {
    const started = new Worker(module, { workerData: { path } })
    started.on('message', (answer: ThreadAnswer) => {
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('returned' in answer) asked?.resolve(answer.returned)
      else asked?.reject(errorOf(answer.error))
      watch()
    })
    started.on('error', (error: unknown) => void end(error instanceof Error ? error : new Error(String(error))))
    return started
  }
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        count += 1
        waiting.set(count, { resolve, reject })
        worker.postMessage({ id: count, question })
        watch()
      }),
    close: () => end(new DatabaseFault('D1_ERROR: the database is closed: SQLITE_INTERRUPT', 'SQLITE_INTERRUPT')),
  }
}

function errorOf({ message, code }: { readonly message: string; readonly code: string | null }): Error {
  return code === null ? new Error(message) : new DatabaseFault(message, code)
}
