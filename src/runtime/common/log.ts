import { isoTime } from './iso-time.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Properties of a log line in addition to its time and level. */
export type LogRecord = { readonly [key: string]: unknown }

/** Writes one line of JSON to the worker's log, `{ "level", "at", …record }`, without redaction. */
export function writeLog(level: LogLevel, record: LogRecord): void {
  console[level](JSON.stringify({ level, at: isoTime(Date.now()), ...record }))
}

/**
 * Writes a line like `writeLog`, but redacts values named like secrets at any depth. For records with content of
 * unknown origin.
 */
export function writeRedactedLog(level: LogLevel, record: LogRecord): void {
  const at = isoTime(Date.now())
  console[level](JSON.stringify({ level, at, ...record }, (name, value) => (isSecretName(name) ? REDACTED : value)))
}

export const REDACTED = '[redacted]'

/** Matches names of headers, query parameters and properties whose values are never logged. */
const SECRET_NAME =
  /(?:^|[-_.])(?:authorization|cookie|set-cookie|password|passwd|secret|token|otp|api[-_]?key|signature|credentials?)(?:$|[-_.])|(?:password|secret|token|apikey)(?:hash)?$/i

/** Cached results by name, because most requests have headers with the same names. */
const known = new Map<string, boolean>()
const MAX_KNOWN = 500

export function isSecretName(name: string): boolean {
  const response = known.get(name)
  if (response !== undefined) return response
  const isSecret = SECRET_NAME.test(name)
  if (known.size < MAX_KNOWN) known.set(name, isSecret)
  return isSecret
}
