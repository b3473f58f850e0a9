import type { Json } from 'lintel/importing'

/** Time in milliseconds since the epoch, `null` for none, or the reason why a value cannot be read as a time. */
export type TimeRead = number | null | { readonly problem: string }

/**
 * Reads a time in common notations; without a zone, it is in UTC. An ambiguous value is a problem, like an invalid one.
 */
export function readTime(value: Json | undefined): TimeRead {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return readNumber(value)
  if (typeof value === 'object' && '$date' in value) return readTime(dateOfMongo(value.$date))
  if (typeof value !== 'string') return NONE
  const text = value.trim()
  if (text === '' || text.startsWith('0000-00-00')) return null
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? readNumber(Number(text)) : readText(text)
}

/** Tells whether a value is a time, or looks like one that cannot be read. */
export function isTimeLike(value: Json): boolean {
  const found = readTime(value)
  return typeof found === 'number' || (found !== null && found !== NONE)
}

/** Returns the content of `$date` in a MongoDB export, with `{ $numberLong }` as a number. */
function dateOfMongo(value: Json | undefined): Json | undefined {
  return typeof value === 'object' && value !== null && '$numberLong' in value ? Number(value.$numberLong) : value
}

/**
 * Smallest number that is read as seconds since the epoch (`LEAST_SECONDS`), and as milliseconds (`LEAST_MS`). Both
 * stand for a day in 1973.
 */
const LEAST_SECONDS = 1e8
const LEAST_MS = 1e11

function readNumber(value: number): TimeRead {
  if (COMPACT.test(String(value))) return readText(String(value))
  const size = Math.abs(value)
  if (size < LEAST_SECONDS)
    return { problem: 'is too small for a Unix time: it may be a year, or another kind of number' }
  return inRange(size < LEAST_MS ? value * 1000 : value)
}

/** Pattern of a date without hyphens (ISO 8601). Read as Unix time, it would be a moment in 1970. */
const COMPACT = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|rs|rsday|urday)?\.?,?\s+/i
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'

type Day = readonly [year: string, month: string, day: string]

/** Notations of a date at the beginning of text. A time of day may follow. */
const DAYS: readonly (readonly [
  form: RegExp,
  read: (parts: readonly string[]) => Day | { readonly problem: string },
])[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/, inOrder],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})(?!\d)/, inOrder],
  [/^(\d{4})\.(\d{1,2})\.(\d{1,2})(?!\d)/, inOrder],
  [/^(\d{4})(\d{2})(\d{2})(?!\d)/, inOrder],
  // A date with dots begins with the day, unless it begins with the year.
  [/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/, ([day = '', month = '', year = '']) => [year, month, day]],
  [/^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/, byWhatFits],
  [
    new RegExp(`^${MONTH}[\\s-]+${DAY},?[\\s-]+(\\d{4})(?!\\d)`, 'i'),
    ([month = '', day = '', year = '']) => [year, monthNamed(month), day],
  ],
  [
    new RegExp(`^${DAY}\\.?[\\s-]*(?:of\\s+)?${MONTH},?[\\s-]*(\\d{4})(?!\\d)`, 'i'),
    ([day = '', month = '', year = '']) => [year, monthNamed(month), day],
  ],
]

/** Pattern of the output of Unix's `date`, with the year at the end. */
const UNIX = new RegExp(
  `^(${MONTH}\\s+\\d{1,2})\\s+(\\d{1,2}:\\d{2}(?::\\d{2})?)((?:\\s+[A-Z]{1,5})?)\\s+(\\d{4})$`,
  'i',
)

function inOrder([year = '', month = '', day = '']: readonly string[]): Day {
  return [year, month, day]
}

/** Returns the date if the order of day and month is clear: one of them is above 12, or both are equal. */
function byWhatFits([first = '', second = '', year = '']: readonly string[]): Day | { readonly problem: string } {
  if (first === second || Number(second) > 12) return [year, first, second]
  if (Number(first) > 12) return [year, second, first]
  return { problem: 'is ambiguous: the day and the month may be in either order' }
}

function monthNamed(name: string): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)
}

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\b\.?)?(?![\d:])/i
/** Pattern of the characters between a date and a time of day. */
const BETWEEN = /^(?:T|,?\s+(?:at\s+)?)/i

function readText(source: string): TimeRead {
  const text = source.replace(WEEKDAY, '').replace(UNIX, '$1 $5 $3$4')
  for (const [form, read] of DAYS) {
    const found = form.exec(text)
    if (found === null) continue
    const day = read(found.slice(1))
    if ('problem' in day) return day
    const rest = text.slice(found[0].length)
    const between = BETWEEN.exec(rest)?.[0] ?? ''
    const unread = rest.slice(between.length).trim()
    if (unread === '') return instant(day, [], 0)
    const clock = between === '' ? null : CLOCK.exec(unread)
    if (clock === null) return NONE
    const zone = readZone(unread.slice(clock[0].length).trim())
    return typeof zone === 'number' ? instant(day, clock.slice(1), zone) : zone
  }
  return NONE
}

const NONE = { problem: 'is not a time' } as const

/** Offsets from UTC, in hours, of the zones that RFC 5322 defines (section 4.3). */
const ZONES: { readonly [name: string]: number } = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

/** Returns the milliseconds by which a zone is ahead of UTC. A name after an offset is ignored. */
function readZone(text: string): number | { readonly problem: string } {
  if (text === '') return 0
  const [, sign, hours = '', minutes = '0'] =
    /^(?:UTC|GMT)?\s?([+-])(\d{1,2}):?(\d{2})?(?:\s*(?:\([^()]*\)|\[[^[\]]*\]|[A-Z]{2,5}))?$/i.exec(text) ?? []
  if (sign !== undefined) {
    const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000
    return Number(hours) <= 14 && Number(minutes) < 60 ? (sign === '-' ? -ahead : ahead) : NONE
  }
  const known = Object.hasOwn(ZONES, text.toLowerCase()) ? ZONES[text.toLowerCase()] : undefined
  if (known !== undefined) return known * 3_600_000
  return /^[A-Z][\w/+-]{1,40}$/i.test(text)
    ? { problem: `has the time zone ${text}, whose offset from UTC is unknown` }
    : NONE
}

function instant(day: Day, clock: readonly (string | undefined)[], ahead: number): TimeRead {
  const [year, month, date] = day.map(Number) as [number, number, number] // it has three parts
  const [hours = '0', minutes = '0', seconds = '0', fraction = '0', half] = clock
  const isHalf = half !== undefined
  const number = Number(hours)
  if (isHalf && (number < 1 || number > 12)) return NONE
  const hour = isHalf ? (number % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : number
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59 || month < 1 || month > 12) return NONE
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, date)
  if (time.getUTCDate() !== date) return { problem: 'is a day that does not exist' }
  time.setUTCHours(hour, Number(minutes), Number(seconds), Math.trunc(Number(`0.${fraction}`) * 1000))
  return inRange(time.getTime() - ahead)
}

/** Earliest time: years have four digits, as in ISO 8601. */
const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

function inRange(time: number): TimeRead {
  return time >= FIRST && time <= LAST ? Math.trunc(time) : { problem: 'is in a year that cannot be stored' }
}
