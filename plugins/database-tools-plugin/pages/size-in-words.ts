const UNITS = ['B', 'KB', 'MB', 'GB']

/** A number of bytes for people: `1.4 MB`. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const amount = bytes / 1000 ** power
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[power]}`
}
