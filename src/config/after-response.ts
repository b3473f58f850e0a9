import type { Hook } from './hooks.ts'

const marked = new WeakSet<Hook>()

/**
 * A hook that runs once the answer is on its way, so that nobody waits for it: sending a notification, telling another
 * service. What the next request may rely on does not belong here. Not for `request:start`, which the request waits for.
 */
export function afterResponse(hook: Hook): Hook {
  const later: Hook = (event, c) => hook(event, c)
  marked.add(later)
  return later
}

export function runsAfterResponse(hook: Hook): boolean {
  return marked.has(hook)
}
