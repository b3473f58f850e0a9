import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { isVariant } from '../../../ground/variants.ts'
import type { ManifestLocales } from '../../../manifest/index.ts'
import { valueNames } from '../../../manifest/localized.ts'
import type { Members, Shape } from '../declared.ts'
import { holdsVariants, isLocalizedMember, localeNames } from './fold.ts'
import type { Locale } from './locale.ts'

/**
 * A group that is emptied in one locale: what it has in others stays, and with it what no group may lack. `null` where
 * others have nothing.
 */
export function emptied(shape: Shape | null, current: Json, locale: Locale | null, locales: ManifestLocales): Json {
  if (shape?.kind !== 'object' || locale === null || locale.isAll || !isJsonObject(current)) return null
  const { members } = shape
  let isKept = false
  const entries = [...members].flatMap(([name, { shape: inner }]): (readonly [string, Json])[] => {
    if (isVariant(name)) return []
    if (isLocalizedMember(members, name, locales)) {
      const own = valueNames(name, [locale.name], locales)
      return localeNames(name, locales).map((one) => {
        const held = current[one] ?? null
        const stays = !own.includes(one)
        isKept ||= stays && held !== null
        return [one, stays || isRequired(members, one) ? held : null] as const
      })
    }
    if (inner !== null && holdsVariants(inner)) {
      const held = emptied(inner, current[name] ?? null, locale, locales)
      isKept ||= held !== null
      return [[name, held ?? (isRequired(members, name) ? (current[name] ?? null) : null)]]
    }
    return [[name, isRequired(members, name) ? (current[name] ?? null) : null]]
  })
  return isKept ? Object.fromEntries(entries) : null
}

function isRequired(members: Members, name: string): boolean {
  return members.get(name)?.isRequired === true
}
