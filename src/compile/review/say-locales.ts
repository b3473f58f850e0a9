import { columnName } from '../../ground/column-names.ts'
import { isVariant, localeOfVariant, PUBLISHED_LOCALES, variantName } from '../../ground/variants.ts'
import type { Lock } from '../lock/read-lock.ts'
import type { Step } from '../schema/steps/step.ts'

/** Returns the locales of all locks, except default ones, and those of the fields that the steps add. */
export function localesIn(locks: readonly Lock[], steps: readonly Step[]): string[] {
  const added = steps.flatMap(({ operation }) => (operation?.kind === 'add-field' ? operation.field : []))
  return [
    ...new Set([
      ...locks.flatMap(({ locales }) => Object.keys(locales?.fallback ?? {})),
      ...added.filter(isVariant).map((name) => localeOfVariant(name)),
    ]),
  ]
}

interface Told {
  readonly message: string
  readonly notes?: readonly string[]
  readonly lines?: readonly string[]
}

/** Returns a function that describes localized values for people, in all texts of a change. */
export function inWordsOf(locales: readonly string[]): <T extends Told>(change: T) => T {
  const say = sayLocales(locales)
  return (change) => ({
    ...change,
    message: say(change.message),
    ...(change.notes && { notes: change.notes.map(say) }),
    ...(change.lines && { lines: change.lines.map(say) }),
  })
}

/**
 * Returns a function that describes localized values for people: `posts.title in German (de)` for `posts.title@de`, and
 * for the column `posts.title__de`.
 */
export function sayLocales(locales: readonly string[]): (text: string) => string {
  if (locales.length === 0) return (text) => text
  const longestFirst = locales.toSorted((a, b) => b.length - a.length)
  const variant = new RegExp(`([\\w.[\\]]*\\w)@(${longestFirst.join('|')})(?![\\w-])((?:\\.\\w+)*)`, 'g')
  const columns = longestFirst.map((locale) => columnName(variantName('', locale)))
  const column = new RegExp(`([\\w.]*?\\w)(${columns.join('|')})(?!\\w)`, 'g')
  const named = (field: string, locale: string) => `${field} in ${languageOf(locale)}`
  return (text) =>
    text
      .replace(variant, (_, field: string, locale: string, inside: string) => named(`${field}${inside}`, locale))
      .replace(column, (_, field: string, name: string) => named(field, longestFirst[columns.indexOf(name)] ?? name))
}

/** Returns a locale in words: `German (de)`. */
export function languageOf(locale: string): string {
  return `${languages.of(locale)} (${locale})`
}

const languages = new Intl.DisplayNames(['en'], { type: 'language' })

/**
 * Returns the lock as clients see the service: a field has one name in all locales, and the values of
 * `publishedLocales` follow from the locales, whose change is reported once.
 */
export function asClientsSee(lock: Lock): Lock {
  if (lock.locales === undefined) return lock
  const collections = Object.entries(lock.collections).map(([name, collection]) => {
    const fields = Object.entries(collection.fields)
      .filter(([field]) => !isVariant(field) && !field.startsWith(`${PUBLISHED_LOCALES}.`))
      .map(([name, field]) => [name, name === PUBLISHED_LOCALES ? { type: field.type } : field] as const)
    return [name, { ...collection, fields: Object.fromEntries(fields) }] as const
  })
  return { ...lock, collections: Object.fromEntries(collections) }
}
