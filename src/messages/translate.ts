import { AsyncLocalStorage } from 'node:async_hooks'
import { fill, type Messages, type Values } from './messages.ts'

/** A language, and the translations of messages into it. */
export interface LanguageMessages {
  /** BCP 47 tag: `de`. */
  readonly language: string
  readonly messages: Messages
}

const ENGLISH: LanguageMessages = { language: 'en', messages: {} }
const current = new AsyncLocalStorage<LanguageMessages>()

/** Runs `work` with these messages: `t` and `tn` use them in everything that it calls. */
export function withMessages<Result>(words: LanguageMessages, work: () => Result): Result {
  return current.run(words, work)
}

/** Returns the language of the current request; `en` by default. */
export function language(): string {
  return (current.getStore() ?? ENGLISH).language
}

/**
 * Translates text to the user's language; stays English if there is no translation.
 * @param text the English text, a literal: `Declared in {place}`
 * @param values for the names in braces
 */
export function t(text: string, values?: Values): string {
  const { messages } = current.getStore() ?? ENGLISH
  const message = messages[text]
  return fill(typeof message === 'string' ? message : text, values)
}

/**
 * Translates text with a count: `tn(3, '{count} document', '{count} documents')`.
 * @param one the English text for a count of one
 * @param many the English text for any other count, which is the key in message files
 * @param values for the names in braces other than `count`
 */
export function tn(count: number, one: string, many: string, values?: Values): string {
  const words = current.getStore() ?? ENGLISH
  const message = words.messages[many]
  const shown = { count: new Intl.NumberFormat(words.language).format(count), ...values }
  if (message === undefined) return fill(count === 1 ? one : many, shown)
  if (typeof message === 'string') return fill(message, shown)
  return fill(message[new Intl.PluralRules(words.language).select(count)] ?? message.other, shown)
}
