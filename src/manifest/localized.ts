import { isVariant, variantName } from '../ground/variants.ts'
import type { ManifestCollection, ManifestField } from './collection.ts'
import { columnName } from './column-sql.ts'
import { changed } from './in-language.ts'
import type { ManifestLocales } from './locales.ts'
import type { Manifest } from './manifest.ts'

type Localized = Pick<ManifestCollection, 'fields' | 'locales'>

/** Returns the declared fields, without the variants that hold values of other locales. */
export function declaredFields({ fields, locales }: Localized): readonly ManifestField[] {
  return locales === undefined ? fields : fields.filter(({ name }) => !isVariant(name))
}

/** Returns the locales other than the default. */
export function otherLocales({ chains, default: initial }: ManifestLocales): string[] {
  return Object.keys(chains).filter((locale) => locale !== initial)
}

/**
 * Returns the names of a localized field's values in fallback order: `title@pt-BR`, `title@de`, `title`.
 * @param chain locales, the requested one first
 */
export function valueNames(field: string, chain: readonly string[], { default: initial }: ManifestLocales): string[] {
  return chain.map((locale) => (locale === initial ? field : variantName(field, locale)))
}

/**
 * Returns the columns of a variant in fallback order. For a field itself, returns only its own column.
 * @param name name of a field, or of a variant
 */
export function columnChain(collection: Localized, name: string): string[] {
  const { locales, fields } = collection
  const at = name.indexOf('@')
  const chain = at < 0 ? undefined : locales?.chains[name.slice(at + 1)]
  const names = chain && locales ? valueNames(name.slice(0, at), chain, locales) : [name]
  return names.flatMap((one) => fields.find((field) => field.name === one)?.column ?? [])
}

/** Returns the SQL of each localized property in a locale. Other properties are left out. */
export function columnsIn(
  collection: Pick<ManifestCollection, 'fields' | 'locales' | 'statements'>,
  chain: readonly string[],
): Readonly<Record<string, string>> {
  const { locales, fields, statements } = collection
  if (locales === undefined) return {}
  return Object.fromEntries(
    fields.flatMap(({ name, column, options }): [string, string][] => {
      if (options.localized !== true) return []
      const names = valueNames(name, chain, locales)
      if (column === null) return [[name, firstList(names.map((one) => statements.columns[one] ?? ''))]]
      const columns = names.flatMap((one) => fields.find((field) => field.name === one)?.column ?? [])
      return [[name, firstValue(columns.map(columnName))]]
    }),
  )
}

/** Returns SQL for the first value that is not null. */
export function firstValue(columns: readonly string[]): string {
  return columns.length === 1 ? (columns[0] ?? 'NULL') : `coalesce(${columns.join(', ')})`
}

/** Returns SQL of the first list that is not empty. */
function firstList(lists: readonly string[]): string {
  const [only = 'NULL', ...others] = lists
  if (others.length === 0) return only
  return `coalesce(${lists.map((list) => `nullif(${list}, '[]')`).join(', ')}, '[]')`
}

const declared = new WeakMap<Manifest, Manifest>()

/**
 * Returns the manifest without the variants that hold values of other locales, at every depth. People and programs see
 * these declared fields; code that stores, migrates or searches values sees all fields.
 */
export function asDeclared(manifest: Manifest): Manifest {
  if (manifest.locales === undefined) return manifest
  const known =
    declared.get(manifest) ?? changed(manifest, { collections: manifest.collections.map(collectionAsDeclared) })
  declared.set(manifest, known)
  return known
}

function collectionAsDeclared(collection: ManifestCollection): ManifestCollection {
  if (collection.locales === undefined) return collection
  const fields = declaredFields(collection).map((field) => ({ ...field, options: withoutVariants(field.options) }))
  return changed(collection, { fields })
}

/** Returns options without the variants among nested fields. */
function withoutVariants(option: unknown): unknown {
  if (Array.isArray(option)) return option.filter((item) => !isVariantData(item)).map(withoutVariants)
  if (typeof option !== 'object' || option === null) return option
  const entries = Object.entries(option)
  return Object.fromEntries(entries.map(([name, inner]) => [name, name === 'default' ? inner : withoutVariants(inner)]))
}

function isVariantData(item: unknown): boolean {
  const name = typeof item === 'object' && item !== null && 'kind' in item && 'name' in item ? item.name : null
  return typeof name === 'string' && isVariant(name)
}
