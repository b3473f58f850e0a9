import type { SQLInputValue } from 'node:sqlite'

/**
 * Converts a value for SQLite. NaN and infinities become null, as in JSON, in which D1 receives values.
 * @throws Error for values that D1 rejects
 */
export function bindable(value: unknown): SQLInputValue {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'boolean':
      return Number(value)
    case 'object':
      if (value === null || ArrayBuffer.isView(value)) return value as SQLInputValue
      if (value instanceof ArrayBuffer) return new Uint8Array(value)
      if (Array.isArray(value)) return Uint8Array.from(value, requireNumber)
  }
  throw refused(value)
}

function requireNumber(value: unknown): number {
  if (typeof value === 'number') return value
  throw refused(value, 'object')
}

function refused(value: unknown, type: string = typeof value): Error {
  return new Error(`D1_TYPE_ERROR: Type '${type}' not supported for value '${String(value)}'`)
}
