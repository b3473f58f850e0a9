import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { isVariant, partsOfVariant } from '../../../ground/variants.ts'
import type { ManifestLocales } from '../../../manifest/index.ts'
import { valueNames } from '../../../manifest/localized.ts'
import type { Members, Shape } from '../document/declared.ts'
import type { Locale } from './locale.ts'

/** Tells whether values of this structure contain values of several locales. */
export function holdsVariants(shape: Shape): boolean {
  return setsOf(shape).some((members) =>
    [...members].some(([name, { shape: inner }]) => isVariant(name) || (inner !== null && holdsVariants(inner))),
  )
}

function setsOf(shape: Shape): Members[] {
  if (shape.kind === 'object') return [shape.members]
  return shape.kind === 'list' ? setsOf(shape.item) : [...shape.kinds.values()]
}

/** Tells whether a member has a value in each locale. */
export function isLocalizedMember(members: Members, name: string, locales: ManifestLocales): boolean {
  return localeNames(name, locales).some((other) => other !== name && members.has(other))
}

/** Returns the names of all values of a localized field, beginning with that of the default locale. */
export function localeNames(name: string, locales: ManifestLocales): string[] {
  return valueNames(name, Object.keys(locales.chains), locales)
}

/**
 * Reduces a value to what a locale shows. With `*`, each localized member becomes an object with a value for each
 * locale.
 */
export function fold(shape: Shape, value: Json, locale: Locale, locales: ManifestLocales): Json {
  if (shape.kind === 'object') return isJsonObject(value) ? foldMembers(shape.members, value, locale, locales) : null
  if (!Array.isArray(value)) return null
  const items = value as readonly Json[]
  if (shape.kind === 'list') return items.map((item) => fold(shape.item, item, locale, locales))
  return items.flatMap((block) => {
    const members = isJsonObject(block) ? shape.kinds.get(String(block.type)) : undefined
    return members && isJsonObject(block) ? [foldMembers(members, block, locale, locales)] : []
  })
}

function foldMembers(
  members: Members,
  value: { readonly [name: string]: Json },
  locale: Locale,
  locales: ManifestLocales,
): Json {
  const shown: Record<string, Json> = {}
  for (const [name, { shape }] of members) {
    if (isVariant(name)) continue
    if (isLocalizedMember(members, name, locales)) {
      shown[name] = pick(name, value, locale, locales)
    } else if (value[name] !== undefined) {
      const memberValue = value[name] ?? null
      shown[name] = shape && memberValue !== null ? fold(shape, memberValue, locale, locales) : memberValue
    }
  }
  return shown
}

/**
 * Returns the value of a localized field that a locale shows: that of the first locale in its chain that has one;
 * `null` or an empty list if none has. With `*`, returns an object with the value in each locale.
 */
export function pick(
  name: string,
  values: { readonly [name: string]: Json },
  { chain, isAll }: Locale,
  locales: ManifestLocales,
): Json {
  const names = valueNames(name, chain, locales)
  if (isAll) return Object.fromEntries(chain.map((locale, index) => [locale, values[names[index] ?? ''] ?? null]))
  const found = names.find((one) => !isMissing(values[one]))
  return values[found ?? names[0] ?? ''] ?? null
}

/** Tells whether a value is missing, so that a fallback is shown. An empty list of references counts as missing. */
function isMissing(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/** Returns a value without its parts in the given locales. */
export function without(shape: Shape, value: Json, of: readonly string[], locales: ManifestLocales): Json {
  if (shape.kind === 'object') return isJsonObject(value) ? withoutMembers(shape.members, value, of, locales) : value
  if (!Array.isArray(value)) return value
  return (value as readonly Json[]).map((item) => {
    if (shape.kind === 'list') return without(shape.item, item, of, locales)
    const members = isJsonObject(item) ? shape.kinds.get(String(item.type)) : undefined
    return members && isJsonObject(item) ? withoutMembers(members, item, of, locales) : item
  })
}

function withoutMembers(
  members: Members,
  value: { readonly [name: string]: Json },
  of: readonly string[],
  locales: ManifestLocales,
): Json {
  const left = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    if (isVariant(name) && of.includes(partsOfVariant(name).locale)) return []
    const isInitial = of.includes(locales.default) && isLocalizedMember(members, name, locales)
    if (isInitial && !isVariant(name)) return []
    const shape = members.get(name)?.shape
    return [[name, shape ? without(shape, member, of, locales) : member]]
  })
  return Object.fromEntries(left)
}
