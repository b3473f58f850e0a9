/** Minutes in words: `15 minutes`, `1 hour`, `1 hour and 30 minutes`, `7 days`. */
export function duration(minutes: number): string {
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const parts = [count(days, 'day'), count(hours, 'hour'), count(minutes % 60, 'minute')].filter((part) => part !== '')
  return parts.length === 0 ? 'less than a minute' : parts.join(' and ')
}

function count(amount: number, unit: string): string {
  if (amount < 1) return ''
  return `${Math.floor(amount)} ${unit}${amount < 2 ? '' : 's'}`
}
