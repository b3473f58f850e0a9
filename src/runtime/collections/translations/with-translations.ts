import type { FieldChanges } from '../../../config/hooks.ts'
import { isJsonObject } from '../../../fields/field-data.ts'
import { isVariant, TRANSLATED_AT, TRANSLATIONS, variantName } from '../../../ground/variants.ts'
import { otherLocales } from '../../../manifest/localized.ts'
import type { CollectionPlan } from '../document/plan.ts'
import { type Document, type DocumentRow, toDocument } from '../document/row.ts'
import { fold, holdsVariants } from '../locale/fold.ts'
import type { Locale } from '../locale/locale.ts'
import { spreadBody } from './spread.ts'

/**
 * Returns a document in the form that hooks receive: its fields as declared, with the values of the default locale.
 * `translations` contains the localized fields' own values in each other locale, `null` if they have none.
 */
export function toldDocument(row: DocumentRow, plan: CollectionPlan): Document {
  const { locales } = plan.collection
  const stored = toDocument(row, plan)
  if (locales === undefined) return stored
  const valueIn = (locale: Locale, name: string) => {
    const { shape, field } = plan.byName.get(name) ?? {}
    const text = stored[locale.name === locales.default ? name : variantName(name, locale.name)] ?? null
    if (field?.options.localized === true) return text
    return shape && holdsVariants(shape) ? fold(shape, stored[name] ?? null, locale, locales) : undefined
  }
  const names = Object.keys(stored).filter((name) => !isVariant(name) && name !== TRANSLATED_AT)
  const initial = only(locales.default)
  const entries = names.map((name) => [name, valueIn(initial, name) ?? stored[name] ?? null] as const)
  const translations = otherLocales(locales).map((locale) => {
    const values = names.flatMap((name) => {
      const value = valueIn(only(locale), name)
      return value === undefined ? [] : [[name, value] as const]
    })
    return [locale, Object.fromEntries(values)] as const
  })
  return { ...Object.fromEntries(entries), [TRANSLATIONS]: Object.fromEntries(translations) }
}

/**
 * Yields the changes that a hook requests in the stored form: one set of values for each locale that the hook names,
 * with the default locale first.
 * @param current returns the stored document; a function, because each set builds on the result of the previous sets
 */
export function* storedChanges(
  plan: CollectionPlan,
  changes: FieldChanges,
  current: () => Document,
): Generator<FieldChanges> {
  const { locales } = plan.collection
  if (locales === undefined) return yield changes
  const { [TRANSLATIONS]: translations = {}, ...values } = changes as Document
  yield spreadBody({ plan, locale: only(locales.default) }, values, current()) as FieldChanges
  if (!isJsonObject(translations)) throw new Error(`${TRANSLATIONS} must be an object with the values of each locale`)
  for (const [locale, localeValues] of Object.entries(translations)) {
    if (!otherLocales(locales).includes(locale)) throw new Error(`there is no locale ${locale}`)
    yield spreadBody({ plan, locale: only(locale) }, localeValues, current()) as FieldChanges
  }
}

function only(name: string): Locale {
  return { name, chain: [name], isAll: false }
}
