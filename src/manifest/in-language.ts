import type { ManifestCollection } from './collection.ts'
import type { Manifest } from './manifest.ts'

const known = new WeakMap<Manifest, Map<string, Manifest>>()

/**
 * Returns the manifest with labels and help texts of collections and fields in a language, or in the language without
 * its region. Returns the same object if nothing is translated.
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
 * Returns the names of options that are declared by language. A form that sets one text would lose the others.
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

/** Returns a copy with other properties. Lazy properties of the object are not computed. */
export function changed<T extends object>(object: T, properties: Partial<T>): T {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(object)) as T
  return Object.assign(copy, properties)
}

function put(object: object, [step = '', ...rest]: readonly string[], text: string): void {
  const members = object as Record<string, unknown> // a path that the compiler took from this very object
  if (rest.length === 0) members[step] = text
  else put(members[step] as object, rest, text)
}
