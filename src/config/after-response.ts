import type { Hook, HookEvent } from './hooks.ts'

const marked = new WeakSet<Hook>()

/**
 * Wraps a hook so that it runs after the response has been sent and delays nobody: to send a notification or to call
 * another service. Work that the next request relies on does not belong here. Not available for `request:start`,
 * because the request waits for that event.
 */
export function afterResponse<Event extends HookEvent>(hook: Hook<Event>): Hook<Event> {
  const later: Hook<Event> = (event, c) => hook(event, c)
  marked.add(later as Hook)
  return later
}

export function runsAfterResponse(hook: Hook): boolean {
  return marked.has(hook)
}
