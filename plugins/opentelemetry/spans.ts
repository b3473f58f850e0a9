import type { RequestPart, RequestTrace } from 'lintel'
import { randomHex, type TraceContext } from './trace-context.ts'

type AttributeValue = { readonly stringValue: string } | { readonly intValue: string }

interface Attribute {
  readonly key: string
  readonly value: AttributeValue
}

/**
 * A span in the JSON format of OTLP (https://opentelemetry.io/docs/specs/otlp/). Times are nanoseconds since the epoch,
 * as strings.
 */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** Kind of the span: 1 internal, 2 server, 3 client. */
  readonly kind: 1 | 2 | 3
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  /** Status code: 0 unset, 2 error. */
  readonly status: { readonly code: 0 | 2 }
}

/** Returns the spans of a request and its parts. Names follow the semantic conventions for HTTP and databases. */
export function spansOf(request: RequestTrace, context: TraceContext, withStatements: boolean): readonly Span[] {
  const { method, route, status, cacheStatus, requestId, parts } = request
  const server: Span = {
    traceId: context.traceId,
    spanId: randomHex(8),
    ...(context.parentId !== null && { parentSpanId: context.parentId }),
    name: route === null ? method : `${method} ${route}`,
    kind: 2,
    ...times(request),
    attributes: attributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'lintel.request.id': requestId,
      'lintel.cache.status': cacheStatus,
    }),
    status: { code: status >= 500 ? 2 : 0 },
  }
  return [server, ...parts.map((part) => spanOfPart(part, server, withStatements))]
}

function spanOfPart(part: RequestPart, { traceId, spanId }: Span, withStatements: boolean): Span {
  const isDatabase = part.kind === 'database'
  const [first = ''] = part.statements
  return {
    traceId,
    spanId: randomHex(8),
    parentSpanId: spanId,
    name: isDatabase ? operationOf(part.statements) : 'cache',
    kind: isDatabase ? 3 : 1,
    ...times(part),
    attributes: isDatabase
      ? attributes({
          'db.system.name': 'sqlite',
          'db.query.text': withStatements ? part.statements.join(';\n').slice(0, MAX_TEXT) : null,
          'db.operation.batch.size': part.statements.length > 1 ? part.statements.length : null,
          'lintel.db.rows_read': part.rowsRead,
          'lintel.db.rows_written': part.rowsWritten,
        })
      : attributes({ 'lintel.cache.entry': first.split(':', 1)[0] ?? null }),
    status: { code: part.failed ? 2 : 0 },
  }
}

/** Maximum length of the text of statements, in characters. */
const MAX_TEXT = 4096

/** Returns the name of a round trip's operation: `SELECT`, `BATCH`. */
function operationOf(statements: readonly string[]): string {
  const [first = ''] = statements
  return statements.length > 1 ? 'BATCH' : (/^\s*([a-z]+)/i.exec(first)?.[1]?.toUpperCase() ?? 'QUERY')
}

function times({ startedAt, durationMs }: { readonly startedAt: number; readonly durationMs: number }) {
  const nanoseconds = (milliseconds: number): string => `${BigInt(Math.round(milliseconds)) * 1_000_000n}`
  return { startTimeUnixNano: nanoseconds(startedAt), endTimeUnixNano: nanoseconds(startedAt + durationMs) }
}

/** Builds attributes, without those whose values are unknown. */
function attributes(values: Readonly<Record<string, string | number | null>>): readonly Attribute[] {
  return Object.entries(values).flatMap(([key, value]): Attribute[] => {
    if (value === null) return []
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }]
  })
}
