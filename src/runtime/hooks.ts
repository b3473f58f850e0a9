import type { EventName, HookEvent, RequestContext } from '../config/plugin.ts'
import { writeLog } from './log.ts'
import { type Runtime, runtimeOf } from './runtime.ts'

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
  const runtime = runtimeOf(c)
  const listeners = listenersOf(runtime, event)
  if (listeners.length === 0) return
  const details = typeof payload === 'function' ? payload() : payload
  const told: HookEvent = {
    event,
    at: new Date().toISOString(),
    requestId: c.get('requestId'),
    ...details,
    actor: details.actor === undefined ? (c.get('user')?.id ?? null) : details.actor,
  }
  for (const plugin of listeners) {
    if (!(await runtime.activity.isActive(plugin))) continue
    const hook = runtime.program.plugins[plugin]?.hooks?.[event]
    try {
      await hook?.(told, c)
    } catch (error) {
      if (event === 'request:start') throw error
      writeLog('error', { type: 'hook', event, plugin, requestId: told.requestId, error: describe(error) })
    }
  }
}

const listeners = new WeakMap<Runtime, Map<EventName, readonly string[]>>()

function listenersOf(runtime: Runtime, event: EventName): readonly string[] {
  const byEvent = listeners.get(runtime) ?? new Map<EventName, readonly string[]>()
  listeners.set(runtime, byEvent)
  const known = byEvent.get(event)
  if (known) return known
  const found = runtime.plugins.filter((name) => runtime.program.plugins[name]?.hooks?.[event])
  byEvent.set(event, found)
  return found
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
