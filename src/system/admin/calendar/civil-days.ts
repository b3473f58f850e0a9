/** Calendar days as ISO 8601 (`2026-11-23`), and the times at which they begin in a time zone. */

const DAY = 86_400_000

/** A range of time from `from` up to, not including, `to`, in milliseconds since the epoch. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Returns the day that is `count` days after another. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10)
}

/** Returns the same day of another month, or its last day if that month is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Returns the Monday of a day's week (ISO 8601). */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** Tells whether the runtime knows a time zone by this name. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Returns the day of a point in time in a time zone. */
export function dayIn(zone: string, at: number): string {
  return new Date(at + offsetIn(zone, at)).toISOString().slice(0, 10)
}

/** Returns the time at which a day begins in a time zone, in milliseconds since the epoch. */
export function beginningOf(day: string, zone: string): number {
  const midnight = Date.parse(day)
  const guess = midnight - offsetIn(zone, midnight)
  const start = midnight - offsetIn(zone, guess)
  // If clocks go forward at midnight, the day begins an hour later.
  return dayIn(zone, start) < day ? start + 3_600_000 : start
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a zone's offset from UTC at a point in time, in milliseconds. */
function offsetIn(zone: string, at: number): number {
  const format = formats.get(zone) ?? newFormat(zone)
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  const number = 'numeric'
  const parts = { year: number, month: number, day: number, hour: number, minute: number, second: number } as const
  return new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', calendar: 'iso8601', ...parts })
}
