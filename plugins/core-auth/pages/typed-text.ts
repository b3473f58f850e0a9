import type { Typed } from 'lintel'

/** What was typed into a field, or came along unseen, where that is one text. */
export function typedText(typed: Typed, name: string): string | undefined {
  const value = typed[name]
  return typeof value === 'string' ? value : undefined
}
