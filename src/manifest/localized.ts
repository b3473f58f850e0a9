import { isVariant, variantName } from '../ground/variants.ts'
import type { ManifestCollection, ManifestField } from './collection.ts'
import { columnName } from './column-sql.ts'
import { changed } from './in-language.ts'
import type { ManifestLocales } from './locales.ts'
import type { Manifest } from './manifest.ts'

type Localized = Pick<ManifestCollection, 'fields' | 'locales'>

/** The fields as they are declared: those that hold the values of other locales left out. */
export function declaredFields({ fields, locales }: Localized): readonly ManifestField[] {
  return locales === undefined ? fields : fields.filter(({ name }) => !isVariant(name))
}

/** Locales besides the default. */
export function otherLocales({ chains, default: initial }: ManifestLocales): string[] {
  return Object.keys(chains).filter((locale) => locale !== initial)
}

/**
 * Names of a localized field's values in the order in which they stand in for each other: `title@pt-BR`, `title@de`,
 * `title`.
 * @param chain locales, the one that is asked for first
 */
export function valueNames(field: string, chain: readonly string[], { default: initial }: ManifestLocales): string[] {
  return chain.map((locale) => (locale === initial ? field : variantName(field, locale)))
}

/**
 * Columns of the values in the order in which they stand in for each other.
 * @param variant a field's name, or that of one of its variants
 */
export function columnChain(collection: Localized, name: string): string[] {
  const { locales, fields } = collection
  const at = name.indexOf('@')
  const chain = at < 0 ? undefined : locales?.chains[name.slice(at + 1)]
  const names = chain && locales ? valueNames(name.slice(0, at), chain, locales) : [name]
  return names.flatMap((one) => fields.find((field) => field.name === one)?.column ?? [])
}

/** The SQL of each localized property in a locale; of others there is none. */
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

/** The first that is not null. */
export function firstValue(columns: readonly string[]): string {
  return columns.length === 1 ? (columns[0] ?? 'NULL') : `coalesce(${columns.join(', ')})`
}

/** The first list that has something in it. */
function firstList(lists: readonly string[]): string {
  const [only = 'NULL', ...others] = lists
  if (others.length === 0) return only
  return `coalesce(${lists.map((list) => `nullif(${list}, '[]')`).join(', ')}, '[]')`
}

const declared = new WeakMap<Manifest, Manifest>()

/**
 * The manifest as it is declared: without the fields that hold the values of other locales, at every depth. People and
 * their programs see these; what stores, moves or searches values sees all.
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

/** Options without the variants of fields inside. */
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
