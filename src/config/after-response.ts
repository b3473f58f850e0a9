import type { Hook, HookEvent } from './hooks.ts'

const marked = new WeakSet<Hook>()

/**
 * A hook that runs once the answer is on its way, so that nobody waits for it: sending a notification, telling another
 * service. What the next request may rely on does not belong here. Not for `request:start`, which the request waits for.
 */
export function afterResponse<Event extends HookEvent>(hook: Hook<Event>): Hook<Event> {
  const later: Hook<Event> = (event, c) => hook(event, c)
  marked.add(later as Hook)
  return later
}

export function runsAfterResponse(hook: Hook): boolean {
  return marked.has(hook)
}
