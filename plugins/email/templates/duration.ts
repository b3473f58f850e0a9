/** Formats minutes in words: `15 minutes`, `1 hour and 30 minutes`, `24 hours`, `7 days`. */
export function duration(minutes: number): string {
  const days = minutes < 2 * DAY ? 0 : Math.floor(minutes / DAY)
  const hours = Math.floor((minutes - days * DAY) / 60)
  const parts = [count(days, 'day'), count(hours, 'hour'), count(minutes % 60, 'minute')].filter((part) => part !== '')
  return parts.length === 0 ? 'less than a minute' : parts.join(' and ')
}

const DAY = 1440

function count(amount: number, unit: string): string {
  if (amount < 1) return ''
  return `${Math.floor(amount)} ${unit}${amount < 2 ? '' : 's'}`
}
