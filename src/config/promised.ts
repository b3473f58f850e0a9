import type { Hook, HookEvent } from './hooks.ts'
import type { RowsStatement } from './plugin.ts'
import type { RequestContext } from './request.ts'

/**
 * Returns the statements that a plugin writes about events, in the transaction of the change that they tell of. It
 * must not change anything by
 * itself: a change that does not come about may be tried again with other events.
 * @param events all that happens in this transaction and the plugin listens to, in their order: a bulk of 500 documents
 * is one call
 */
export type PromisedWrite<Event extends HookEvent = HookEvent> = (
  events: readonly Event[],
  c: RequestContext,
) => readonly RowsStatement[] | Promise<readonly RowsStatement[]>

const writes = new WeakMap<Hook, PromisedWrite>()

/**
 * A hook that loses no event. What `write` returns is stored in the very transaction of the change: both happen or
 * neither, whatever becomes of the answer, of the worker or of other hooks. An error in it refuses the change. Use the
 * same `write` for several events, so that it is asked once. Events of plugins (`auth:…`, `media:…`, `user:update`) are
 * told after their change, so that theirs is a transaction of its own right then, tried again for some seconds; give
 * rows
 * keys of their own, so that one which was stored is not stored twice.
 * @param then a hook as any other, run when the change is stored: a first try at what was promised. Default: nothing
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
