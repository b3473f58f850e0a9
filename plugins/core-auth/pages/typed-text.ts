import type { Typed } from 'lintel'

/** Returns the text of a form field, visible or hidden; `undefined` where it is not a single text. */
export function typedText(typed: Typed, name: string): string | undefined {
  const value = typed[name]
  return typeof value === 'string' ? value : undefined
}
