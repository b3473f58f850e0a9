import { behaviour } from './behaviour.ts'
import { clock, locale } from './clock.ts'

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/**
 * `<time data-local>`: shows the time in the user's zone and language; yesterday, today and tomorrow as `Today, 14:05`.
 */
behaviour('time[data-local]', (element) => {
  const at = new Date(element.getAttribute('datetime') ?? '')
  if (Number.isNaN(at.getTime())) return
  const days = daysFromToday(at)
  element.textContent =
    Math.abs(days) <= 1 ? `${capitalized(relative.format(days, 'day'))}, ${clock.format(at)}` : date.format(at)
  element.title = date.format(at)
})

function daysFromToday(at: Date): number {
  const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
  return Math.round((midnight(at) - midnight(new Date())) / 86_400_000)
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}
