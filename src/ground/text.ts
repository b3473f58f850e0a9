import * as z from 'zod'

/**
 * Text for people: the same for all, or one string for each language by its BCP 47 tag:
 * `{ en: 'Posts', de: 'Beiträge' }`. Users of any other language see the first string.
 */
export type Text = string | { readonly [language: string]: string }

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

const language = z.string().regex(LANGUAGE, { error: "a language, such as 'en' or 'pt-BR'" })

/**
 * Returns the schema of `Text` that is not empty in any language.
 * @param max maximum number of characters in each language
 */
export function textUpTo(max: number) {
  const line = z.string().min(1).max(max)
  const isSome = (texts: object) => Object.keys(texts).length > 0
  return z.union([line, z.record(language, line).refine(isSome, { error: 'text in at least one language' })])
}

/** Schema of a label, a help text or a description. */
export const text = textUpTo(1000)

/** Tells whether a value is `Text` with one string for each language. */
export function isByLanguage(value: unknown): value is { readonly [language: string]: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(([key, each]) => LANGUAGE.test(key) && typeof each === 'string')
}
