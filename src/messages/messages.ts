/**
 * Translations of the admin's messages into one language, keyed by the English message. A message with a count has one
 * form for each plural category of the language (CLDR: `one`, `few`, `many`, `other` …); its key is the English plural
 * form.
 */
export interface Messages {
  readonly [english: string]: string | Plural
}

/** Forms by plural category; `other` is used for categories that are absent. */
export interface Plural {
  readonly zero?: string
  readonly one?: string
  readonly two?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}

/** Message files by BCP 47 tag. Each is loaded when a user first needs the language. */
export interface MessageFiles {
  readonly [language: string]: () => Promise<{ readonly default: Messages }>
}

/** Values for the names in braces of a message. */
export interface Values {
  readonly [name: string]: string | number
}

/**
 * Marks a message for extraction into message files, if it is declared in one place and translated in another:
 * `t(theme.label)`.
 */
export function message<Text extends string>(text: Text): Text {
  return text
}

/** Returns a message with values in place of the names in braces. A name without a value stays. */
export function fill(text: string, values: Values | undefined): string {
  if (values === undefined) return text
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces))
}
