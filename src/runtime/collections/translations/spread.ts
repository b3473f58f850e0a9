import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { isVariant, variantName } from '../../../ground/variants.ts'
import type { ManifestLocales } from '../../../manifest/index.ts'
import { t } from '../../../messages/translate.ts'
import { type FieldError, HttpError } from '../../common/errors.ts'
import { describeCount } from '../../input/validation-errors.ts'
import type { Members, Shape } from '../document/declared.ts'
import type { Document } from '../document/row.ts'
import { emptyGroupIn } from '../locale/empty-group.ts'
import { fold, holdsVariants, isLocalizedMember, localeNames } from '../locale/fold.ts'
import type { Locale } from '../locale/locale.ts'
import type { Call } from '../request/call.ts'
import { pairItems } from './pair-items.ts'

type JsonObject = { readonly [name: string]: Json }

interface Context {
  readonly locale: Locale
  readonly locales: ManifestLocales
  readonly errors: FieldError[]
}

/**
 * Converts a body with values of the request's locale to a body with the stored names. Values of groups, lists and
 * blocks in other locales are taken from the current document.
 * @param current `null` for a new document
 * @throws HttpError `validation_failed`
 */
export function spreadBody(
  { plan, locale }: Pick<Call, 'plan' | 'locale'>,
  body: unknown,
  current: Document | null,
): unknown {
  const { locales } = plan.collection
  if (locales === undefined || locale === null || !isJsonObject(body)) return body
  const context: Context = { locale, locales, errors: [] }
  const spread = Object.entries(body).flatMap(([name, value]): (readonly [string, Json])[] => {
    const field = plan.byName.get(name)
    if (isVariant(name)) refuse(context, name, t('There is no such field.'), 'unknown_field')
    else if (field?.field.options.localized === true) return spreadMember(name, value, name, context)
    else if (field?.shape && holdsVariants(field.shape))
      return [[name, spreadValue(field.shape, value, current?.[name] ?? null, name, context)]]
    else return [[name, value]]
    return []
  })
  const { errors } = context
  if (errors.length > 0) throw new HttpError('validation_failed', describeCount(errors), { errors })
  return Object.fromEntries(spread)
}

function refuse({ errors }: Context, path: string, text: string, code: FieldError['code']): void {
  errors.push({ path, code, message: text })
}

/**
 * Returns a localized value under its stored name. With `locale=*`, the value is an object by locale; returns each of
 * its values under the stored name for that locale.
 */
function spreadMember(name: string, value: Json, path: string, context: Context): (readonly [string, Json])[] {
  const { locale, locales } = context
  const nameIn = (one: string) => (one === locales.default ? name : variantName(name, one))
  if (!locale.isAll) return [[nameIn(locale.name), value]]
  if (!isJsonObject(value)) {
    refuse(context, path, t('With locale=*, this is an object with a value for each locale.'), 'invalid_type')
    return []
  }
  return Object.entries(value).flatMap(([one, text]) => {
    if (Object.hasOwn(locales.chains, one)) return [[nameIn(one), text] as const]
    refuse(context, `${path}.${one}`, t('There is no locale {name}.', { name: one.slice(0, 40) }), 'unknown_field')
    return []
  })
}

function spreadValue(shape: Shape, value: Json, current: Json, path: string, context: Context): Json {
  if (shape.kind === 'object') {
    if (value === null) return emptyGroupIn(shape, current, context.locale, context.locales)
    if (!isJsonObject(value)) return value
    return spreadMembers(shape.members, value, isJsonObject(current) ? current : {}, path, context)
  }
  if (!Array.isArray(value)) return value
  const items = value as readonly Json[]
  const before = itemsBefore(shape, items, Array.isArray(current) ? (current as readonly Json[]) : [], context)
  return items.map((item, index) => {
    const at = `${path}.${index}`
    if (shape.kind === 'list') return spreadValue(shape.item, item, before[index] ?? null, at, context)
    const members = isJsonObject(item) ? shape.kinds.get(String(item.type)) : undefined
    if (!members || !isJsonObject(item)) return item
    const known = before[index] ?? null
    return spreadMembers(members, item, isJsonObject(known) ? known : {}, at, context)
  })
}

function spreadMembers(members: Members, value: JsonObject, current: JsonObject, path: string, context: Context): Json {
  const { locale, locales } = context
  const entries = Object.entries(value).flatMap(([name, member]): (readonly [string, Json])[] => {
    const at = `${path}.${name}`
    const shape = members.get(name)?.shape
    if (isVariant(name)) refuse(context, at, t('There is no such field.'), 'unknown_field')
    else if (isLocalizedMember(members, name, locales)) return spreadMember(name, member, at, context)
    else return [[name, shape ? spreadValue(shape, member, current[name] ?? null, at, context) : member]]
    return []
  })
  const kept = [...members].flatMap(([name, { shape }]): (readonly [string, Json])[] => {
    if (isVariant(name)) return []
    if (!isLocalizedMember(members, name, locales)) {
      const emptyGroup = Object.hasOwn(value, name) ? null : emptyGroupIn(shape, current[name] ?? null, locale, locales)
      return emptyGroup === null ? [] : [[name, emptyGroup]]
    }
    const names = locale.isAll ? [] : [locale.name === locales.default ? name : variantName(name, locale.name)]
    return localeNames(name, locales).flatMap((one): (readonly [string, Json])[] => {
      const text = current[one]
      return names.includes(one) || text === undefined ? [] : [[one, text]]
    })
  })
  return Object.fromEntries([...(locale.isAll ? [] : kept), ...entries])
}

/** Returns, for each item of a list, its previous version; `null` for new items. With `locale=*`, no item has one. */
function itemsBefore(shape: Shape, items: readonly Json[], before: readonly Json[], context: Context): Json[] {
  const { locale, locales } = context
  if (locale.isAll) return []
  const shown = before.map((item) => {
    const [folded = null] = fold(shape, [item], locale, locales) as readonly Json[] // folding a list returns a list
    return folded
  })
  return pairItems(items, shown).map((place) => (place === null ? null : (before[place] ?? null)))
}
