import type { EventName, HookEvent, RequestContext } from '../config/plugin.ts'
import { writeLog } from './log.ts'
import { runtimeOf } from './runtime.ts'

/** What an event tells besides its name, time and request. */
export type EventPayload = Omit<HookEvent, 'event' | 'at' | 'actor' | 'requestId'> & {
  /** The user who caused it. Default: the caller. */
  readonly actor?: string | null
}

/**
 * Tells every active plugin that listens to `event`, in the order of the plugins, and waits for them.
 * An error in a hook is logged and changes nothing; but one in `request:start` ends the request.
 * @param payload what there is to tell; a function is called only when somebody listens
 */
export async function emit(
  c: RequestContext,
  event: EventName,
  payload: EventPayload | (() => EventPayload) = {},
): Promise<void> {
  const { activity, listeners } = runtimeOf(c)
  const told = listeners[event]
  if (told === undefined) return
  const details = typeof payload === 'function' ? payload() : payload
  const news: HookEvent = {
    event,
    at: new Date().toISOString(),
    requestId: c.get('requestId'),
    ...details,
    actor: details.actor === undefined ? (c.get('user')?.id ?? null) : details.actor,
  }
  for (const { plugin, hook } of told) {
    if (!(await activity.isActive(plugin))) continue
    try {
      await hook(news, c)
    } catch (error) {
      if (event === 'request:start') throw error
      writeLog('error', { type: 'hook', event, plugin, requestId: news.requestId, error: describe(error) })
    }
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
