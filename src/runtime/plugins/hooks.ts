import { runsAfterResponse } from '../../config/after-response.ts'
import type { BeforeEventName, EventName, FieldChanges, Hook, HookEvent } from '../../config/hooks.ts'
import type { RequestContext } from '../../config/request.ts'
import { isoTime } from '../common/iso-time.ts'
import { writeLog } from '../common/log.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { reportError } from '../monitoring/report-error.ts'
import { inHook } from './hook-ring.ts'
import { isPromised, keepPromises } from './promises.ts'

/** Properties of an event other than its name, time and request. */
export type EventPayload = Omit<HookEvent, 'event' | 'at' | 'actor' | 'requestId'> & {
  /** Id of the user who caused the event. Default: the caller. */
  readonly actor?: string | null
}

/**
 * Calls the hooks of active plugins for `event`, in the order of the plugins, and waits for them, except for hooks that
 * run after the response. An error in a hook is logged and has no other effect, except that an error in `request:start`
 * ends the request.
 * @param payload properties of the event; a function is called only if there are hooks
 */
export async function emit(
  c: RequestContext,
  event: EventName,
  payload: EventPayload | (() => EventPayload) = {},
): Promise<void> {
  if (!isListenedTo(c, event)) return
  const news = eventOf(c, event, typeof payload === 'function' ? payload() : payload)
  if (isPromised(c, event)) await keepPromises(c, news)
  await notify(c, [news])
}

/** Tells whether an event has hooks. Hooks of plugins that are turned off count, too. */
export function isListenedTo(c: RequestContext, event: EventName): boolean {
  return runtimeOf(c).listeners[event] !== undefined
}

/** Returns an event as hooks receive it. */
export function eventOf(c: RequestContext, event: EventName, payload: EventPayload): HookEvent {
  return newsOf(c, event, payload)
}

/**
 * Calls the hooks of active plugins for events that have happened, each after the previous one has ended, but does not
 * wait for hooks that run after the response.
 */
export async function notify(c: RequestContext, events: readonly HookEvent[]): Promise<void> {
  const { activity, listeners } = runtimeOf(c)
  for (const news of events) {
    for (const { plugin, hook } of listeners[news.event] ?? []) {
      if (!(await activity.isActive(plugin))) continue
      const telling = tellOne(c, { plugin, hook }, news)
      if (runsAfterResponse(hook)) c.executionCtx.waitUntil(telling)
      else await telling
    }
  }
}

async function tellOne(
  c: RequestContext,
  { plugin, hook }: { plugin: string; hook: Hook },
  news: HookEvent,
): Promise<void> {
  try {
    await inHook(c, `${plugin} (${news.event})`, () => hook(news, c))
  } catch (error) {
    const { event, requestId } = news
    if (event === 'request:start') throw error
    writeLog('error', { type: 'hook', event, plugin, requestId, error: describe(error) })
    const transaction = `hook ${plugin} ${event}`
    reportError(error, { env: c.env, execution: c.executionCtx, transaction, tags: { requestId } })
  }
}

/**
 * Calls the hooks of active plugins before something happens, in the order of the plugins.
 * @param payload returns the planned change, including changes by previous hooks
 * @param take applies changes that a hook returned, and throws if they are invalid
 * @throws HttpError and everything else that a hook throws, which prevents the change
 */
export async function askBefore(
  c: RequestContext,
  event: BeforeEventName,
  payload: () => EventPayload,
  take: (changes: FieldChanges, plugin: string) => void = () => {},
): Promise<void> {
  const { activity, listeners } = runtimeOf(c)
  for (const { plugin, hook } of listeners[event] ?? []) {
    if (!(await activity.isActive(plugin))) continue
    const changes = await inHook(c, `${plugin} (${event})`, () => hook(newsOf(c, event, payload()), c))
    if (changes !== undefined) take(changes, plugin)
  }
}

/** Tells whether a "before" event has hooks. Hooks of plugins that are turned off count, too. */
export function isAsked(c: RequestContext, event: BeforeEventName): boolean {
  return runtimeOf(c).listeners[event] !== undefined
}

function newsOf<Event extends string>(c: RequestContext, event: Event, payload: EventPayload) {
  return {
    event,
    at: isoTime(Date.now()),
    requestId: c.get('requestId'),
    ...payload,
    actor: payload.actor === undefined ? (c.get('user')?.id ?? null) : payload.actor,
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
