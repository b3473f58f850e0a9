/** Translates a script's text into the reader's language: a text with values for the names in braces. */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string

/** The words that an element brings in `data-words`: texts by their English text. English where it brings none. */
export function translatorOf(element: HTMLElement | null): Translate {
  const words: Readonly<Record<string, string>> = JSON.parse(element?.dataset.words ?? '{}')
  return (text, values = {}) =>
    (words[text] ?? text).replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces))
}
