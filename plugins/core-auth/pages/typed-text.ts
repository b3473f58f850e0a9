import type { Typed } from 'lintel'

/**
 * Returns the value of a form field, visible or hidden; `undefined` unless the form contains the field exactly once, as
 * text.
 */
export function typedText(typed: Typed, name: string): string | undefined {
  const value = typed[name]
  return typeof value === 'string' ? value : undefined
}
