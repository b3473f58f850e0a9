import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { isVariant } from '../../../ground/variants.ts'
import type { ManifestLocales } from '../../../manifest/index.ts'
import { valueNames } from '../../../manifest/localized.ts'
import type { Members, Shape } from '../document/declared.ts'
import { holdsVariants, isLocalizedMember, localeNames } from './fold.ts'
import type { Locale } from './locale.ts'

/**
 * Empties a group in one locale, but keeps values in other locales. If there are any, required values are kept, too.
 * Returns `null` if nothing is to be kept, or the request has no single locale.
 */
export function emptyGroupIn(
  shape: Shape | null,
  current: Json,
  locale: Locale | null,
  locales: ManifestLocales,
): Json {
  if (shape?.kind !== 'object' || locale === null || locale.isAll || !isJsonObject(current)) return null
  const { members } = shape
  let isKept = false
  const entries = [...members].flatMap(([name, { shape: inner }]): (readonly [string, Json])[] => {
    if (isVariant(name)) return []
    if (isLocalizedMember(members, name, locales)) {
      const emptiedNames = valueNames(name, [locale.name], locales)
      return localeNames(name, locales).map((variant) => {
        const value = current[variant] ?? null
        const isOther = !emptiedNames.includes(variant)
        isKept ||= isOther && value !== null
        return [variant, isOther || isRequired(members, variant) ? value : null] as const
      })
    }
    if (inner !== null && holdsVariants(inner)) {
      const left = emptyGroupIn(inner, current[name] ?? null, locale, locales)
      isKept ||= left !== null
      return [[name, left ?? (isRequired(members, name) ? (current[name] ?? null) : null)]]
    }
    return [[name, isRequired(members, name) ? (current[name] ?? null) : null]]
  })
  return isKept ? Object.fromEntries(entries) : null
}

function isRequired(members: Members, name: string): boolean {
  return members.get(name)?.isRequired === true
}
