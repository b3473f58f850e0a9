import { isoTime } from './iso-time.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Properties of a log line besides its time and level. */
export type LogRecord = { readonly [key: string]: unknown }

/** Writes one line of JSON to the worker's log, `{ "level", "at", …record }`, as it is. */
export function writeLog(level: LogLevel, record: LogRecord): void {
  console[level](JSON.stringify({ level, at: isoTime(Date.now()), ...record }))
}

/** As `writeLog`, for records that others make: values named like secrets are redacted, however deep they stand. */
export function writeRedactedLog(level: LogLevel, record: LogRecord): void {
  const at = isoTime(Date.now())
  console[level](JSON.stringify({ level, at, ...record }, (name, value) => (isSecretName(name) ? REDACTED : value)))
}

export const REDACTED = '[redacted]'

/** Names whose values never reach a log: of headers, query parameters and properties. */
const SECRET_NAME =
  /(?:^|[-_.])(?:authorization|cookie|set-cookie|password|passwd|secret|token|otp|api[-_]?key|signature|credentials?)(?:$|[-_.])|(?:password|secret|token|apikey)(?:hash)?$/i

/** Names asked for before; headers have the same ones every time. */
const known = new Map<string, boolean>()
const MAX_KNOWN = 500

export function isSecretName(name: string): boolean {
  const response = known.get(name)
  if (response !== undefined) return response
  const isSecret = SECRET_NAME.test(name)
  if (known.size < MAX_KNOWN) known.set(name, isSecret)
  return isSecret
}
