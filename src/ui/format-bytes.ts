const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** Formats a number of bytes for people: `12.5 KiB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 2 ** (10 * power)
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`
}
