/** Returns the items of a comma-separated list, without empty ones. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/**
 * Reads a whole number, in which `_` may separate digits.
 * @throws Error for anything else, and for a number out of range
 */
export function integer(option: string, text: string, min: number, max: number): number {
  const value = Number(text.replaceAll('_', ''))
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new Error(`${option} takes whole numbers from ${min} to ${max}, not ${text}.`)
}
