import { environmentOf, log, manifestOf, type RequestContext } from 'lintel/kit'
import type { Settings } from './settings.ts'
import type { Span } from './spans.ts'

/** Maximum number of waiting spans, so that they do not fill the isolate's memory if a collector does not respond. */
const MAX_WAITING = 2000
/** Maximum time for the collector's response, in milliseconds. */
const PATIENCE = 10_000

/** Spans of this isolate that have not been sent yet, and the number of spans that were dropped. */
const waiting: Span[] = []
let dropped = 0
let isGathering = false

/**
 * Sends spans after the response, together with those of the requests that follow within `delay`. Spans that cannot be
 * delivered are dropped, and their number is logged.
 */
export function exportSpans(c: RequestContext, settings: Settings, spans: readonly Span[]): void {
  const room = MAX_WAITING - waiting.length
  waiting.push(...spans.slice(0, room))
  dropped += Math.max(0, spans.length - room)
  if (isGathering) return
  isGathering = true
  c.executionCtx.waitUntil(sendLater(c, settings))
}

async function sendLater(c: RequestContext, settings: Settings): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, settings.delay))
  isGathering = false
  const spans = waiting.splice(0)
  try {
    const response = await fetch(`${settings.endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...settings.headers },
      body: JSON.stringify(payloadOf(c, settings, spans)),
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'manual',
    })
    await response.body?.cancel()
    if (!response.ok) dropped += spans.length
    if (!response.ok) log(c, 'warn', { type: 'opentelemetry', status: response.status, dropped: takeDropped() })
  } catch (error) {
    dropped += spans.length
    const reason = error instanceof Error ? error.message : String(error)
    log(c, 'warn', { type: 'opentelemetry', error: reason, dropped: takeDropped() })
  }
}

function takeDropped(): number {
  const count = dropped
  dropped = 0
  return count
}

function payloadOf(c: RequestContext, { serviceName }: Settings, spans: readonly Span[]) {
  const { name, hash } = manifestOf(c)
  const resource = {
    'service.name': serviceName ?? name,
    'service.version': hash.slice(0, 12),
    'deployment.environment.name': environmentOf(c).name,
    'cloud.provider': 'cloudflare',
  }
  const attributes = Object.entries(resource).map(([key, stringValue]) => ({ key, value: { stringValue } }))
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'lintel' }, spans }] }] }
}
