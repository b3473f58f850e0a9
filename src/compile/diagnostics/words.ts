/** Maximum length of a value that a message shows in full. */
const MAX_LENGTH = 60

/** Prints a value for a message: as source code, shortened. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'string') return shortened(`'${value.replaceAll('\n', '\\n')}'`)
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (value instanceof RegExp || value instanceof Date) return shortened(String(value))
  return shortened(safeJson(value))
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'an object that refers to itself'
  }
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

/** Capitalizes the first letter of a sentence. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Prints a path into a value as source code: `indexes[2]`, `cors.origins[0]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
}
