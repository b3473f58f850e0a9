import type { Output } from '../output.ts'

interface LogRecord {
  readonly type?: unknown
  readonly [key: string]: unknown
}

/**
 * Formats a line of the worker's log for people: `200 GET /api/posts 12 ms`. Lines that are not JSON stay unchanged.
 */
export function requestLine(level: string, message: string, output: Output): string {
  const record = parseRecord(message)
  if (!record) return message
  const { type } = record
  if (type === 'request') return summaryOf(record, output)
  const text = [type, record.message, record.reason, record.url && pathOf(record.url)].filter(Boolean).join(' ')
  const line = `${levelLabel(level, output)} ${text}`
  return typeof record.stack === 'string' ? `${line}\n${output.style('dim', record.stack)}` : line
}

function parseRecord(message: string): LogRecord | null {
  if (!message.startsWith('{')) return null
  try {
    return JSON.parse(message) as LogRecord
  } catch {
    return null
  }
}

function summaryOf({ status, method, url, durationMs }: LogRecord, output: Output): string {
  const code = Number(status)
  const colour = code >= 500 ? 'red' : code >= 400 ? 'yellow' : code >= 300 ? 'cyan' : 'green'
  const verb = String(method).padEnd(6)
  return `${output.style(colour, String(status))} ${verb} ${pathOf(url)} ${output.style('dim', `${durationMs} ms`)}`
}

function levelLabel(level: string, output: Output): string {
  const colour = level === 'error' ? 'red' : level === 'warn' ? 'yellow' : 'dim'
  return output.style(colour, level.padEnd(5))
}

function pathOf(url: unknown): string {
  return String(url).replace(/^https?:\/\/[^/]*/, '')
}
