import { fill, type Values } from '../messages/messages.ts'

/**
 * Message with which a field type's own rule rejects a value: the parameters of zod's `refine`, which the runtime
 * translates.
 */
export interface Refusal {
  /** The sentence in English. */
  readonly message: string
  readonly params: { readonly text: string; readonly values: Values }
}

/**
 * Makes a translatable message: `refine(isEarly, refusal('{min} or later.', { min }))`.
 * @param text the English text, a literal: its key in message files
 */
export function refusal(text: string, values: Values = {}): Refusal {
  return { message: fill(text, values), params: { text, values } }
}
