import type { ExecutionContext } from 'hono'
import type { Bindings } from '../../config/request.ts'
import { keptFor } from '../common/kept-for.ts'
import { writeLog } from '../common/log.ts'
import { programOfIsolate } from '../isolate/runtime.ts'
import { type Dsn, dsnOf } from './dsn.ts'
import { errorEvent } from './error-event.ts'

/** Operation during which an error occurred. */
export interface Failed {
  readonly env: Bindings
  /** Keeps the worker alive until the event is sent. */
  readonly execution: Pick<ExecutionContext, 'waitUntil'>
  /** Name of the operation, without values: `GET /api/posts/:id`. */
  readonly transaction: string
  readonly tags: { readonly [name: string]: string }
}

/** Maximum number of events that an isolate sends per minute. In an outage, more events would add nothing. */
const MAX_A_MINUTE = 20
/** Maximum time to wait for the receiver, in milliseconds. */
const PATIENCE = 5000

/** State that an isolate keeps for sending events, keyed by the bindings. */
interface Sending {
  readonly dsn: Dsn | null
  minute: number
  sent: number
  /** Time before which nothing is sent, in milliseconds since the epoch, as the receiver requested. */
  notBefore: number
}

const stateOf = keptFor((env: Bindings): Sending => ({ dsn: dsnOf(env), minute: 0, sent: 0, notBefore: 0 }))

/**
 * Sends an error to the address in the secret `<MONITORING>_DSN`, after the response. Does nothing without such a
 * secret. The event (`errorEvent`) contains the route and the request's id, but nothing about the caller or the values.
 */
export function reportError(error: unknown, { env, execution, transaction, tags }: Failed): void {
  const state = stateOf(env)
  if (state.dsn === null || !maySend(state)) return
  const event = errorEvent(error, {
    environment: env.ENVIRONMENT,
    release: releaseOf(),
    transaction,
    tags,
    secrets: secretsOf(env),
  })
  execution.waitUntil(send(state, state.dsn, event))
}

/** Returns the current release; `unknown` if the error occurred before the program was loaded. */
function releaseOf(): string {
  try {
    return programOfIsolate().manifest.version
  } catch {
    return 'unknown'
  }
}

function maySend(state: Sending): boolean {
  const now = Date.now()
  const minute = Math.floor(now / 60_000)
  if (minute !== state.minute) Object.assign(state, { minute, sent: 0 })
  if (state.sent >= MAX_A_MINUTE || now < state.notBefore) return false
  state.sent += 1
  return true
}

/** Returns the worker's strings that are long enough to be secrets; shorter ones are ordinary words. */
function secretsOf(env: Bindings): readonly string[] {
  return Object.values(env).filter((value): value is string => typeof value === 'string' && value.length >= 12)
}

async function send(state: Sending, { url, publicKey }: Dsn, event: ReturnType<typeof errorEvent>): Promise<void> {
  const payload = JSON.stringify(event)
  const header = { event_id: event.event_id, sent_at: new Date().toISOString() }
  const item = { type: 'event', content_type: 'application/json', length: new TextEncoder().encode(payload).length }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-sentry-envelope',
        'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=lintel/1.0, sentry_key=${publicKey}`,
      },
      body: `${JSON.stringify(header)}\n${JSON.stringify(item)}\n${payload}\n`,
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'manual',
    })
    await response.body?.cancel()
    if (response.status === 429) state.notBefore = Date.now() + waitOf(response.headers.get('Retry-After'))
    if (!response.ok) writeLog('warn', { type: 'monitoring', status: response.status })
  } catch (error) {
    writeLog('warn', { type: 'monitoring', error: error instanceof Error ? error.message : String(error) })
  }
}

/** Returns how long to wait, in milliseconds: a minute by default, an hour at most. */
function waitOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? 60)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 3600) * 1000 : 60_000
}
