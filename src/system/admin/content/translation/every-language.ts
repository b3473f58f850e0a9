import type { FieldData, Json } from '../../../../fields/field-type.ts'
import { membersOf, partsOf } from '../../../../fields/parts.ts'
import { isTranslated } from '../../../../fields/translated.ts'
import { otherLocales } from '../../../../manifest/localized.ts'
import { t } from '../../../../messages/translate.ts'
import {
  callApi,
  type ManifestCollection,
  type RequestContext,
  refusalIn,
  variantName,
} from '../../../../runtime/kit.ts'
import { languageName } from '../../languages/language-name.ts'
import type { Values } from '../document-values.ts'

/** A field in one language, for comparisons. */
export interface FieldInLanguage {
  readonly name: string
  readonly label: string
  /** Language of the value; absent for values that are the same in every language. */
  readonly lang?: string
}

type Fields = ManifestCollection['fields']

/** Reads a document or a version with its values in every language, as separate properties: `title`, `title@de`. */
export async function readEveryLanguage(
  c: RequestContext,
  { fields, locales }: Pick<ManifestCollection, 'fields' | 'locales'>,
  path: string,
): Promise<Values> {
  const address = locales === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}locale=*`
  const response = await callApi(c, address)
  if (!response.ok) throw refusalIn(response)
  const values: Values = response.body.data
  if (locales === undefined) return values
  const several = fields.filter(isTranslated).flatMap((field) =>
    [locales.default, ...otherLocales(locales)].map((locale) => {
      const name = locale === locales.default ? field.name : variantName(field.name, locale)
      return [name, valueIn(field, values[field.name], locale)] as const
    }),
  )
  return { ...values, ...Object.fromEntries(several) }
}

/** Returns the fields in every language, to be compared by their names. */
export function inEveryLanguage(fields: Fields, locales: ManifestCollection['locales']): readonly FieldInLanguage[] {
  return fields.flatMap((field): FieldInLanguage[] => {
    const { name, label } = field
    if (locales === undefined || !isTranslated(field)) return [{ name, label }]
    const others = otherLocales(locales).map((lang) => ({
      name: variantName(name, lang),
      label: t('{field} in {language}', { field: label, language: languageName(lang) }),
      lang,
    }))
    return [{ name, label, lang: locales.default }, ...others]
  })
}

/** Returns a value as it is in one language. */
function valueIn(field: FieldData, value: Json | undefined, locale: string): Json {
  if (value === undefined || value === null) return null
  if (field.options.localized === true) return (value as Values)[locale] ?? null
  if (!isTranslated(field)) return value
  const parts = partsOf(field)
  if (parts?.kind === 'object') return membersIn(parts.fields, value as Values, locale)
  return (value as readonly Json[]).map((item) => {
    if (parts?.kind === 'list') return valueIn(parts.of, item, locale)
    return { type: (item as Values).type ?? null, ...membersIn(membersOf(parts, item), item as Values, locale) }
  })
}

function membersIn(fields: readonly FieldData[], values: Values, locale: string) {
  return Object.fromEntries(fields.map((field) => [field.name, valueIn(field, values[field.name], locale)]))
}
