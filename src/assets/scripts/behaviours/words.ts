/** Translates a script's text to the user's language and fills in values for the names in braces. */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string

/**
 * Returns a function that translates with the texts in an element's `data-words`, by English text. Without
 * translations, it returns the English text.
 */
export function translatorOf(element: HTMLElement | null): Translate {
  const words: Readonly<Record<string, string>> = JSON.parse(element?.dataset.words ?? '{}')
  return (text, values = {}) =>
    (words[text] ?? text).replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces))
}
