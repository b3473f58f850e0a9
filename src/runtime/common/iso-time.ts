/** `DAY`: milliseconds of a day. `ERA`: days of the 400 years after which the calendar repeats. */
const DAY = 86_400_000
const ERA = 146_097

/** Days from 0000-03-01 to 1970-01-01. Years begin in March here, so that a leap day is the last day of a year. */
const EPOCH = 719_468

/**
 * The times at which the years 0 to 9999 begin and end. `toISOString` writes other years with a sign and six digits.
 */
const FIRST = -62_167_219_200_000
const LAST = 253_402_300_799_999

/** The numbers from 0 to 99 as two digits. */
const TWO = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))

/**
 * Returns the same as `new Date(time).toISOString()`, but several times faster, because a list contains dozens of
 * timestamps. The date is computed as in Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms"
 * (https://howardhinnant.github.io/date_algorithms.html#civil_from_days).
 * @param time milliseconds since the epoch
 * @throws RangeError for a time outside Date's range
 */
export function isoTime(time: number): string {
  if (!(time >= FIRST && time <= LAST)) return new Date(time).toISOString()
  const whole = Math.trunc(time)
  const days = Math.floor(whole / DAY)
  const rest = whole - days * DAY
  const hours = Math.floor(rest / 3_600_000)
  const minutes = Math.floor(rest / 60_000) % 60
  const seconds = Math.floor(rest / 1000) % 60
  const thousandths = rest % 1000
  const point = thousandths < 100 ? '.0' : '.'
  return `${dateOf(days)}T${TWO[hours]}:${TWO[minutes]}:${TWO[seconds]}${point}${thousandths < 100 ? TWO[thousandths] : thousandths}Z`
}

/**
 * Returns the date of a day as `YYYY-MM-DD`.
 * @param days since 1970-01-01
 */
function dateOf(days: number): string {
  const day = days + EPOCH
  const era = Math.floor(day / ERA)
  const dayOfEra = day - era * ERA
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${TWO[Math.floor(year / 100)]}${TWO[year % 100]}-${TWO[month]}-${TWO[dayOfMonth]}`
}
