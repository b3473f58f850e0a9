export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** What a log line says besides its time and level. Values named like secrets are redacted. */
export type LogRecord = { readonly [key: string]: unknown }

/** Writes one line of JSON to the worker's log: `{ "level", "at", …record }`. */
export function writeLog(level: LogLevel, record: LogRecord): void {
  console[level](JSON.stringify({ level, at: new Date().toISOString(), ...record }, redact))
}

/** Names whose values never reach a log, in headers, query parameters and records. */
const SECRET_NAME =
  /(?:^|[-_.])(?:authorization|cookie|set-cookie|password|passwd|secret|token|otp|api[-_]?key|signature|credentials?)(?:$|[-_.])|(?:password|secret|token|apikey)$/i

export const REDACTED = '[redacted]'

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

function redact(key: string, value: unknown): unknown {
  return typeof value === 'string' && isSecretName(key) ? REDACTED : value
}
