import type { Typed } from 'lintel'

/** The text that was typed into a field, or came along unseen; `undefined` where it is not one text. */
export function typedText(typed: Typed, name: string): string | undefined {
  const value = typed[name]
  return typeof value === 'string' ? value : undefined
}
