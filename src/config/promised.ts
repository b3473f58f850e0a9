import type { Hook, HookEvent } from './hooks.ts'
import type { RowsStatement } from './plugin-data.ts'
import type { RequestContext } from './request.ts'

/**
 * Returns statements that record events; they run in the transaction of the change. The function must have no other
 * effect: a change that fails may be tried again with different events.
 * @param events all events of this transaction that the plugin listens to, in order: a bulk request for 500 documents
 * is one call
 */
export type PromisedWrite<Event extends HookEvent = HookEvent> = (
  events: readonly Event[],
  c: RequestContext,
) => readonly RowsStatement[] | Promise<readonly RowsStatement[]>

const writes = new WeakMap<Hook, PromisedWrite>()

/**
 * Makes a hook that loses no event of documents. The statements that `write` returns run in the transaction of the
 * change: what they write and the change are stored together or not at all, whatever happens to the response, the
 * worker or other hooks. An error in `write` refuses the change. Use the same `write` for several events, so that it is
 * called once. Events of plugins (`auth:…`, `media:…`, `user:update`) are sent after their change: their statements run
 * in a transaction of their own, which is retried for a few seconds, and may then be lost. Give the rows of these
 * events unique keys, so that a retry does not store them twice.
 * @param then an ordinary hook that runs after the change is stored, as a first attempt at the work. Default: none
 */
export function promised<Event extends HookEvent>(
  write: PromisedWrite<Event>,
  then: Hook<Event> = () => {},
): Hook<Event> {
  const hook: Hook<Event> = (event, c) => then(event, c)
  writes.set(hook as Hook, write as PromisedWrite) // it is called with the events that it is registered for
  return hook
}

export function promiseOf(hook: Hook): PromisedWrite | undefined {
  return writes.get(hook)
}
