/**
 * Words of the admin in another language, by their English text. A text that counts something has one form for each
 * plural category of the language (CLDR: `one`, `few`, `many`, `other` …), by the English text for many.
 */
export interface Messages {
  readonly [english: string]: string | Plural
}

/** Forms by plural category; `other` stands in for those that are absent. */
export interface Plural {
  readonly zero?: string
  readonly one?: string
  readonly two?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}

/** Languages by their BCP 47 tag, each loaded when somebody reads it. */
export interface MessageFiles {
  readonly [language: string]: () => Promise<{ readonly default: Messages }>
}

/** Values for the names in braces. */
export interface Values {
  readonly [name: string]: string | number
}

/** Marks a text for message files where it is declared before it is said: `t(theme.label)` says it. */
export function message<Text extends string>(text: Text): Text {
  return text
}

/** A text with its values in place of the names in braces. */
export function fill(text: string, values: Values | undefined): string {
  if (values === undefined) return text
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces))
}
