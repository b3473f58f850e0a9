/** Items of a list with commas between them. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** @throws Error for what is no whole number within the range */
export function integer(option: string, text: string, min: number, max: number): number {
  const value = Number(text.replaceAll('_', ''))
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new Error(`${option} takes whole numbers from ${min} to ${max}, not ${text}.`)
}
