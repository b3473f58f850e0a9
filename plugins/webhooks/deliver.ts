import { log, type RequestContext, settingsOf } from 'lintel/kit'
import { attempt } from './attempt.ts'
import { claim, claimDue, claimNext } from './deliveries.ts'
import { type Settings, settings as schema } from './settings.ts'
import type { DeliveryRow } from './tables.ts'

/** Time for recording the result of an attempt, in addition to the endpoint's own time limit, in milliseconds. */
const LEASE_MARGIN = 20_000
/** Time for which the platform lets work continue after a response, in milliseconds. */
const AFTER_RESPONSE = 30_000
/**
 * Maximum number of deliveries that one request makes. The scheduled trigger makes the rest, such as after a bulk
 * action.
 */
const MAX_AFTER_RESPONSE = 20

/** Deliveries that one request makes after its response. */
interface Work {
  readonly startedAt: number
  count: number
  /** Promise of the last delivery to each endpoint: deliveries are made in the order of events. */
  readonly last: Map<string, Promise<void>>
}

const works = new WeakMap<RequestContext, Work>()

/**
 * Delivers after the response. Deliveries that cannot be finished in time, and those beyond `MAX_AFTER_RESPONSE`, are
 * left to the scheduled trigger.
 */
export function deliverAfterResponse(c: RequestContext, endpoint: string, id: string): void {
  const work = works.get(c) ?? { startedAt: Date.now(), count: 0, last: new Map() }
  works.set(c, work)
  if (work.count >= MAX_AFTER_RESPONSE) return
  work.count += 1
  const before = work.last.get(endpoint) ?? Promise.resolve()
  const done = before.then(() => deliverInTime(c, id, work.startedAt))
  work.last.set(endpoint, done)
  c.executionCtx.waitUntil(done)
}

async function deliverInTime(c: RequestContext, id: string, startedAt: number): Promise<void> {
  try {
    const settings = settingsOf(c, schema)
    const hasTime = () => Date.now() - startedAt + settings.timeout * 1000 <= AFTER_RESPONSE
    let ended = hasTime() ? await deliver(c, id) : undefined
    // Deliveries that other requests added in the meantime had to wait for this one.
    while (ended?.status === 'delivered' && hasTime()) {
      const next = await claimNext(c.var.db, ended, Date.now(), leaseOf(settings))
      ended = next && (await attempt(c, next, settings))
    }
  } catch (error) {
    log(c, 'error', { type: 'webhooks', delivery: id, error: String(error) })
  }
}

/**
 * Makes an attempt at one delivery, if it is due and nobody else is making one.
 * @returns the delivery after the attempt; `undefined` if no attempt was made
 * @throws HttpError `not_configured` while a secret of the settings is missing
 */
export async function deliver(c: RequestContext, id: string): Promise<DeliveryRow | undefined> {
  const settings = settingsOf(c, schema)
  const row = await claim(c.var.db, id, Date.now(), leaseOf(settings))
  return row && attempt(c, row, settings)
}

/** Number of simultaneous requests: a worker may have six open at once. */
const AT_ONCE = 5
/** Time after which a run begins no more attempts, in milliseconds, so that other scheduled jobs do not wait for it. */
const RUN = 25_000

/**
 * Makes attempts at the deliveries that are due, within the time of one run. An endpoint that does not respond, or asks
 * to wait (429, 503), is skipped for the rest of the run, so that it does not delay the others.
 * @returns how many attempts it made
 */
export async function deliverDue(c: RequestContext): Promise<number> {
  const settings = settingsOf(c, schema)
  const startedAt = Date.now()
  const unreachable = new Set<string>()
  let attempts = 0
  while (Date.now() - startedAt < RUN) {
    const rows = await claimDue(c.var.db, AT_ONCE, [...unreachable], Date.now(), leaseOf(settings))
    const ended = await Promise.all(rows.map((row) => attempt(c, row, settings)))
    for (const row of ended) if (isUnreachable(row)) unreachable.add(row.endpoint)
    attempts += rows.length
    // The next delivery about a document is due once the previous one is delivered.
    if (rows.length === 0) break
  }
  return attempts
}

function isUnreachable({ status, lastStatus }: DeliveryRow): boolean {
  return status !== 'delivered' && (lastStatus === null || lastStatus === 429 || lastStatus === 503)
}

function leaseOf({ timeout }: Settings): number {
  return timeout * 1000 + LEASE_MARGIN
}
