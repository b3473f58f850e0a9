import { runsAfterResponse } from '../config/after-response.ts'
import type { BeforeEventName, EventName, FieldChanges, Hook, HookEvent, RequestContext } from '../config/plugin.ts'
import { type PromisedWrite, promiseOf } from '../config/promised.ts'
import { inParts } from './collections/in-parts.ts'
import { batch, isDatabaseAway, refusalOf, type Statement } from './database.ts'
import { writeLog } from './log.ts'
import { reportError } from './monitoring/report-error.ts'
import { runtimeOf } from './runtime.ts'

/** What an event tells besides its name, time and request. */
export type EventPayload = Omit<HookEvent, 'event' | 'at' | 'actor' | 'requestId'> & {
  /** The user who caused it. Default: the caller. */
  readonly actor?: string | null
}

/**
 * Tells every active plugin that listens to `event`, in the order of the plugins, and waits for them, but not for hooks
 * that run after the response. An error in a hook is logged and changes nothing; but one in `request:start` ends the
 * request.
 * @param payload what there is to tell; a function is called only when somebody listens
 */
export async function emit(
  c: RequestContext,
  event: EventName,
  payload: EventPayload | (() => EventPayload) = {},
): Promise<void> {
  if (!isListenedTo(c, event)) return
  const news = eventOf(c, event, typeof payload === 'function' ? payload() : payload)
  await keepPromises(c, news)
  await tell(c, [news])
}

/** Whether anybody listens. */
export function isListenedTo(c: RequestContext, event: EventName): boolean {
  return runtimeOf(c).listeners[event] !== undefined
}

/** An event as hooks are told it. */
export function eventOf(c: RequestContext, event: EventName, payload: EventPayload): HookEvent {
  return newsOf(c, event, payload)
}

/** Tells events that have happened, one after the other. */
export async function tell(c: RequestContext, events: readonly HookEvent[]): Promise<void> {
  const { activity, listeners } = runtimeOf(c)
  for (const news of events) {
    for (const { plugin, hook } of listeners[news.event] ?? []) {
      if (!(await activity.isActive(plugin))) continue
      const telling = () => tellOne(c, { plugin, hook }, news)
      if (runsAfterResponse(hook)) c.executionCtx.waitUntil(telling())
      else await telling()
    }
  }
}

/** What active plugins write about events that are about to happen, for the batch that makes them happen. */
export async function promises(c: RequestContext, events: readonly HookEvent[]): Promise<Statement[]> {
  const { activity, listeners } = runtimeOf(c)
  const wanted = new Map<PromisedWrite, HookEvent[]>()
  for (const news of events) {
    for (const { plugin, hook } of listeners[news.event] ?? []) {
      const write = promiseOf(hook)
      if (write === undefined || !(await activity.isActive(plugin))) continue
      const about = wanted.get(write)
      if (about) about.push(news)
      else wanted.set(write, [news])
    }
  }
  const statements: Statement[] = []
  for (const [write, about] of wanted) {
    for (const { sql, rows } of await write(about, c)) statements.push(...inParts(sql, rows))
  }
  return statements
}

/** Waits before further tries at writing down what has happened already, in milliseconds; nobody waits for those. */
const RETRIES = [1_000, 5_000]

/** For what has happened already: what cannot be written down in the end is lost, and logged. */
async function keepPromises(c: RequestContext, news: HookEvent): Promise<void> {
  try {
    const statements = await promises(c, [news])
    if (statements.length === 0) return
    const write = () => batch(runtimeOf(c).database, statements)
    await write().catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error
      c.executionCtx.waitUntil(tryAgain(write, RETRIES).catch((cause: unknown) => reportLost(c, news, cause)))
    })
  } catch (error) {
    reportLost(c, news, error)
  }
}

/** What was done and whose answer was lost is refused the second time, since the rows bring their keys. */
async function tryAgain(write: () => Promise<unknown>, [wait, ...further]: readonly number[]): Promise<void> {
  await new Promise((done) => setTimeout(done, wait))
  try {
    await write()
  } catch (error) {
    if (refusalOf(error)?.kind === 'unique') return
    if (further.length === 0 || !isDatabaseAway(error)) throw error
    await tryAgain(write, further)
  }
}

function reportLost(c: RequestContext, { event, requestId }: HookEvent, error: unknown): void {
  writeLog('error', { type: 'hook', event, requestId, message: 'lost: not written down', error: describe(error) })
  reportError(error, { env: c.env, execution: c.executionCtx, transaction: `hook ${event}`, tags: { requestId } })
}

async function tellOne(
  c: RequestContext,
  { plugin, hook }: { plugin: string; hook: Hook },
  news: HookEvent,
): Promise<void> {
  try {
    await hook(news, c)
  } catch (error) {
    const { event, requestId } = news
    if (event === 'request:start') throw error
    writeLog('error', { type: 'hook', event, plugin, requestId, error: describe(error) })
    const transaction = `hook ${plugin} ${event}`
    reportError(error, { env: c.env, execution: c.executionCtx, transaction, tags: { requestId } })
  }
}

/**
 * Asks every active plugin that listens before something happens, in the order of the plugins.
 * @param payload what is about to happen, as it stands after the answers so far
 * @param take takes what a plugin wants changed, and refuses what is not valid
 * @throws HttpError and whatever else a hook throws: then it does not happen
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
    const changes = await hook(newsOf(c, event, payload()), c)
    if (changes !== undefined) take(changes, plugin)
  }
}

/** Whether anybody would be asked. */
export function isAsked(c: RequestContext, event: BeforeEventName): boolean {
  return runtimeOf(c).listeners[event] !== undefined
}

function newsOf<Event extends string>(c: RequestContext, event: Event, payload: EventPayload) {
  return {
    event,
    at: new Date().toISOString(),
    requestId: c.get('requestId'),
    ...payload,
    actor: payload.actor === undefined ? (c.get('user')?.id ?? null) : payload.actor,
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
