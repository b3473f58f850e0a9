import { AsyncLocalStorage } from 'node:async_hooks'

/** Maximum waits for bindings, in milliseconds, by binding and kind of work. */
export interface Deadlines {
  readonly database: { readonly [Pace in Work]: number }
  /**
   * `ask`: calls without content, such as deletions; `send`: sending bytes in memory; `stream`: sending bytes that a
   * client is still uploading.
   */
  readonly bucket: { readonly ask: number; readonly send: number; readonly stream: number }
  readonly kv: number
  readonly queue: number
  readonly images: number
}

/**
 * Kind of database work. `glance`: data that the request can do without, such as which plugins are active; `request`:
 * everything else in a request; `long`: migrations, backups, bulk writes, and work that no caller waits for.
 */
export type Work = 'glance' | 'request' | 'long'

/**
 * Default deadlines. D1 itself aborts a statement after 30 seconds
 * (https://developers.cloudflare.com/d1/platform/limits).
 */
export const DEADLINES: Deadlines = {
  database: { glance: 1_000, request: 10_000, long: 30_000 },
  bucket: { ask: 10_000, send: 60_000, stream: 300_000 },
  kv: 5_000,
  queue: 5_000,
  images: 30_000,
}

/** A binding whose response is awaited only for a limited time. */
export type Binding = keyof Deadlines | 'mail'

/** Thrown if a binding did not respond in time. The operation may have taken place nevertheless. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
  readonly binding: Binding

  constructor(binding: Binding, milliseconds: number) {
    super(`no response within ${milliseconds / 1000} s (${binding})`)
    this.binding = binding
  }
}

/**
 * Returns the result of a call, if it arrives in time.
 * @throws DeadlineError
 */
export function inTime<Output>(
  binding: Binding,
  milliseconds: number,
  ask: () => PromiseLike<Output>,
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const result = ask()
    const timer = setTimeout(() => reject(new DeadlineError(binding, milliseconds)), milliseconds)
    const settled = <Value>(settle: (value: Value) => void) => {
      return (value: Value) => {
        clearTimeout(timer)
        settle(value)
      }
    }
    result.then(settled(resolve), settled(reject))
  })
}

const works = new AsyncLocalStorage<Work>()

/** Applies the deadline of a kind of work to every database call made in `ask`, at any depth. */
export function during<Result>(work: Work, ask: () => Result): Result {
  return works.run(work, ask)
}

/** Returns the current kind of work. */
export function workUnderWay(): Work {
  return works.getStore() ?? 'request'
}
