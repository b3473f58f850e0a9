/** Position of a request in a trace (https://www.w3.org/TR/trace-context/). */
export interface TraceContext {
  /** Id of the trace: 32 hexadecimal digits. */
  readonly traceId: string
  /** Id of the caller's span; `null` if the trace begins here. */
  readonly parentId: string | null
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/**
 * Returns the trace that a request belongs to; `null` if the trace is not sampled. The decision follows from the
 * trace's id, so that services with the same ratio make the same decision. A caller may exclude a trace from sampling,
 * but cannot force sampling.
 * @param ratio from 0 to 1
 */
export function sampledTrace(traceparent: string | null, ratio: number): TraceContext | null {
  const parent = parse(traceparent)
  if (parent?.sampled === false) return null
  const traceId = parent?.traceId ?? randomHex(16)
  // In level 2 of the standard, the last seven bytes are random; the chance is precise to far less than one in a
  // million.
  const chance = Number.parseInt(traceId.slice(-13), 16) / 2 ** 52
  return chance < ratio ? { traceId, parentId: parent?.parentId ?? null } : null
}

function parse(traceparent: string | null) {
  const [, version, traceId = '', parentId = '', flags = ''] = FORM.exec(traceparent ?? '') ?? []
  if (version === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(parentId)) return null
  return { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Returns random bytes as hexadecimal digits. */
export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
