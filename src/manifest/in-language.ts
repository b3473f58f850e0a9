import type { ManifestCollection } from './collection.ts'
import type { Manifest } from './manifest.ts'

const known = new WeakMap<Manifest, Map<string, Manifest>>()

/**
 * Returns the manifest with the labels and help texts of collections and fields in a language. A language with a
 * region, such as `de-AT`, falls back to the language itself. Returns the same object if nothing is translated.
 * @param language BCP 47: `de`, `de-AT`
 */
export function inLanguage(manifest: Manifest, language: string): Manifest {
  if (!manifest.collections.some((collection) => collection.translations)) return manifest
  const languages = known.get(manifest) ?? new Map<string, Manifest>()
  known.set(manifest, languages)
  const translated = languages.get(language) ?? translate(manifest, language)
  languages.set(language, translated)
  return translated
}

/**
 * Returns the names of the options that have a text for each language. Forms leave these options out: saving one text
 * would remove the texts in other languages.
 * @param declaration the collection itself, or the options of one of its fields
 */
export function translatedOptions(collection: ManifestCollection, declaration: object): ReadonlySet<string> {
  const paths = Object.values(collection.translations ?? {}).flatMap((texts) => texts.map(([path]) => path.split('.')))
  return new Set(paths.flatMap((path) => stepAfter(declaration, collection, path) ?? []))
}

function stepAfter(target: object, object: object, [step = '', ...rest]: readonly string[]): string | null {
  if (object === target) return step
  return rest.length === 0 ? null : stepAfter(target, (object as Record<string, object>)[step] ?? {}, rest)
}

function translate(manifest: Manifest, language: string): Manifest {
  return changed(manifest, {
    collections: manifest.collections.map((collection) => collectionIn(collection, language)),
  })
}

function collectionIn(collection: ManifestCollection, language: string): ManifestCollection {
  const { translations = {} } = collection
  const texts = translations[language] ?? translations[language.split('-')[0] ?? language]
  if (!texts) return collection
  const { label, description, fields } = collection
  const words = structuredClone({ label, description, fields })
  for (const [path, text] of texts) put(words, path.split('.'), text)
  return changed(collection, words)
}

/** Returns a copy of an object with some properties replaced. Lazy properties are copied without being computed. */
export function changed<T extends object>(object: T, properties: Partial<T>): T {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(object)) as T
  return Object.assign(copy, properties)
}

function put(object: object, [step = '', ...rest]: readonly string[], text: string): void {
  const members = object as Record<string, unknown> // the compiler took the path from this object
  if (rest.length === 0) members[step] = text
  else put(members[step] as object, rest, text)
}
