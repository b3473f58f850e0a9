import { AsyncLocalStorage } from 'node:async_hooks'

/** Longest waits for bindings, in milliseconds, by binding and by kind of work. */
export interface Deadlines {
  readonly database: { readonly [Pace in Work]: number }
  /** `ask`: what says or deletes; `send`: bytes that are at hand; `stream`: bytes that come from a client as it goes. */
  readonly bucket: { readonly ask: number; readonly send: number; readonly stream: number }
  readonly kv: number
  readonly queue: number
  readonly images: number
}

/**
 * Kind of database work. `glance`: something that the request can do without, such as which plugins are active;
 * `request`: everything else in a request; `long`: migrations, backups, bulk writes, and work that no caller waits for.
 */
export type Work = 'glance' | 'request' | 'long'

/** D1 itself ends a statement after 30 seconds (https://developers.cloudflare.com/d1/platform/limits). */
export const DEADLINES: Deadlines = {
  database: { glance: 1_000, request: 10_000, long: 30_000 },
  bucket: { ask: 10_000, send: 60_000, stream: 300_000 },
  kv: 5_000,
  queue: 5_000,
  images: 30_000,
}

/** Binding with a deadline. */
export type Binding = keyof Deadlines | 'mail'

/** A binding that did not answer in time. What was asked of it may have been done all the same. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
  readonly binding: Binding

  constructor(binding: Binding, milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s (${binding})`)
    this.binding = binding
  }
}

/**
 * The answer to a question, as long as it comes in time.
 * @throws DeadlineError
 */
export function inTime<Output>(
  binding: Binding,
  milliseconds: number,
  ask: () => PromiseLike<Output>,
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const asked = ask()
    const timer = setTimeout(() => reject(new DeadlineError(binding, milliseconds)), milliseconds)
    const answered = <Value>(settle: (value: Value) => void) => {
      return (value: Value) => {
        clearTimeout(timer)
        settle(value)
      }
    }
    asked.then(answered(resolve), answered(reject))
  })
}

const works = new AsyncLocalStorage<Work>()

/** Applies the deadline of a kind of work to every database call made inside, at any depth. */
export function during<Result>(work: Work, ask: () => Result): Result {
  return works.run(work, ask)
}

/** The kind of work that is under way. */
export function workUnderWay(): Work {
  return works.getStore() ?? 'request'
}
