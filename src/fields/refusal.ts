import { fill, type Values } from '../config/messages.ts'

/**
 * Reason for which a field type's own rule refuses a value: the parameters of zod's `refine`, from which the runtime
 * translates.
 */
export interface Refusal {
  /** The sentence in English. */
  readonly message: string
  readonly params: { readonly text: string; readonly values: Values }
}

/**
 * A sentence that the reader is told in their language: `refine(isEarly, refusal('{min} or later.', { min }))`.
 * @param text the English text, a literal: its key in message files
 */
export function refusal(text: string, values: Values = {}): Refusal {
  return { message: fill(text, values), params: { text, values } }
}
