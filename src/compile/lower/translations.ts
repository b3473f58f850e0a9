import { isByLanguage } from '../../ground/text.ts'
import type { Translations } from '../../manifest/collection.ts'

/** Options whose value is text for people, which may be translated. */
const TEXTS: ReadonlySet<string> = new Set(['label', 'help', 'description', 'tab'])

/** A value whose translated texts are replaced by those in the first language, and the texts in the other languages. */
export interface Translated<T> {
  readonly value: T
  readonly translations: Translations
}

/**
 * Extracts the translations from a declaration, so that everything but the admin handles plain texts.
 * @param value plain data
 */
export function takeTranslations<T>(value: T): Translated<T> {
  const found: Record<string, [string, string][]> = {}
  const plain = withoutTranslations(value, [], (language, path, text) => {
    const texts = found[language] ?? []
    found[language] = texts
    texts.push([path, text])
  })
  return { value: plain as T, translations: found }
}

type Found = (language: string, path: string, text: string) => void

function withoutTranslations(value: unknown, path: readonly string[], found: Found): unknown {
  if (Array.isArray(value))
    return value.map((each, index) => withoutTranslations(each, [...path, String(index)], found))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    const at = [...path, key]
    if (key === 'default') return [key, inner] // a default is a value of the field, never a text with translations
    return [
      key,
      TEXTS.has(key) && isByLanguage(inner) ? firstOf(inner, at, found) : withoutTranslations(inner, at, found),
    ]
  })
  return Object.fromEntries(entries)
}

function firstOf(texts: { readonly [language: string]: string }, path: readonly string[], found: Found): string {
  const entries = Object.entries(texts)
  for (const [language, text] of entries) found(language, path.join('.'), text)
  return entries[0]?.[1] ?? ''
}
