import type { Json } from '../../config/fields/field-type.ts'

const WALL = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?$/
const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})$/i
/** `Mon, 05 Aug 2024 10:00:00 +0000` (RFC 5322). */
const MAIL = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} [\d:]{5,8} (?:[+-]\d{4}|GMT|UTC)$/
/** Numbers below count seconds since the epoch, those from it on milliseconds. */
const LEAST_MS = 1e11

/** A time in milliseconds since the epoch; without a zone it is UTC. `null` for none, `undefined` for what is no time. */
export function readTime(value: Json | undefined): number | null | undefined {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return inRange(value < LEAST_MS ? value * 1000 : value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (text === '' || text.startsWith('0000-00-00')) return null
  const wall = WALL.exec(text)
  if (wall) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = wall
      .slice(1, 7)
      .map((part) => Number(part ?? 0))
    const time = Date.UTC(year, month - 1, day, hour, minute, second)
    const isDay = new Date(time).getUTCDate() === day && month >= 1 && month <= 12 && hour < 24
    return isDay ? time + Math.trunc(Number(`0.${wall[7] ?? 0}`) * 1000) : undefined
  }
  if (ZONED.test(text)) return inRange(Date.parse(text.replace(' ', 'T').replace(' ', '')))
  return MAIL.test(text) ? inRange(Date.parse(text)) : undefined
}

function inRange(time: number): number | undefined {
  return Number.isFinite(time) && time >= 0 && time < 8.64e15 ? Math.trunc(time) : undefined
}
