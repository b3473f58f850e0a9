/** Position of a request among others (https://www.w3.org/TR/trace-context/). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** The caller's span; `null` where the trace begins here. */
  readonly parentId: string | null
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/**
 * The trace that a request belongs to, if it is one of those that are sent. The choice follows from the trace's id, so
 * that services with the same ratio choose alike; a caller may leave a trace out, but cannot force it in.
 * @param ratio from 0 to 1
 */
export function sampledTrace(traceparent: string | null, ratio: number): TraceContext | null {
  const parent = parse(traceparent)
  if (parent?.sampled === false) return null
  const traceId = parent?.traceId ?? randomHex(16)
  // The last seven bytes are random by the standard's level 2, and are enough to tell one in a million from another.
  const chance = Number.parseInt(traceId.slice(-13), 16) / 2 ** 52
  return chance < ratio ? { traceId, parentId: parent?.parentId ?? null } : null
}

function parse(traceparent: string | null) {
  const [, version, traceId = '', parentId = '', flags = ''] = FORM.exec(traceparent ?? '') ?? []
  if (version === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(parentId)) return null
  return { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Random bytes as hexadecimal digits. */
export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
