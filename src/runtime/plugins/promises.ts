import type { EventName, HookEvent } from '../../config/hooks.ts'
import { type PromisedWrite, promiseOf } from '../../config/promised.ts'
import type { RequestContext } from '../../config/request.ts'
import { writeLog } from '../common/log.ts'
import { batch, isDatabaseAway, refusalOf, type Statement } from '../database/database.ts'
import { inParts } from '../database/in-parts.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { reportError } from '../monitoring/report-error.ts'

/** Returns the statements that active plugins add for events to the batch of the change. */
export async function promises(c: RequestContext, events: readonly HookEvent[]): Promise<Statement[]> {
  const { activity, listeners } = runtimeOf(c)
  const eventsByWrite = new Map<PromisedWrite, HookEvent[]>()
  for (const news of events) {
    for (const { plugin, hook } of listeners[news.event] ?? []) {
      const write = promiseOf(hook)
      if (write === undefined || !(await activity.isActive(plugin))) continue
      const about = eventsByWrite.get(write)
      if (about) about.push(news)
      else eventsByWrite.set(write, [news])
    }
  }
  const statements: Statement[] = []
  for (const [write, about] of eventsByWrite) {
    for (const { sql, rows } of await write(about, c)) statements.push(...inParts(sql, rows))
  }
  return statements
}

/**
 * Milliseconds to wait before each further attempt to write statements about past events. The attempts run in the
 * background.
 */
const RETRIES = [1_000, 5_000]

/** Tells whether any plugin writes statements about events of this name. */
export function isPromised(c: RequestContext, event: EventName): boolean {
  return runtimeOf(c).listeners[event]?.some(({ hook }) => promiseOf(hook) !== undefined) ?? false
}

/**
 * Runs the statements that plugins return for the event of a change that has already been stored. If all attempts fail,
 * the statements are lost, and the failure is logged.
 */
export async function keepPromises(c: RequestContext, news: HookEvent): Promise<void> {
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

/**
 * Retries a write. If an attempt succeeded but its response was lost, the next attempt violates a unique key, which
 * counts as success.
 */
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
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeLog('error', { type: 'hook', event, requestId, message: 'lost: not written', error: description })
  reportError(error, { env: c.env, execution: c.executionCtx, transaction: `hook ${event}`, tags: { requestId } })
}
