import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { isVariant, TRANSLATED_AT, variantName } from '../../../ground/variants.ts'
import type { ManifestLocales } from '../../../manifest/index.ts'
import { isoTime } from '../../common/iso-time.ts'
import type { Members, Shape } from '../document/declared.ts'
import type { CollectionPlan, FieldPlan } from '../document/plan.ts'
import type { Document } from '../document/row.ts'
import { holdsVariants, isLocalizedMember } from '../locale/fold.ts'
import type { Call } from '../request/call.ts'

/**
 * Returns a document with the time of the last change in each locale; `null` for a locale in which the document has no
 * value.
 * @param before `null` for a new document
 * @param now milliseconds since the epoch
 * @param confirmed locale whose values are confirmed as up to date, whether they changed or not
 */
export function withTimes(
  plan: CollectionPlan,
  before: Document | null,
  after: Document,
  now: number,
  confirmed: string | null = null,
): Document {
  const { locales } = plan.collection
  if (locales === undefined) return after
  const times = Object.keys(locales.chains).map((locale): [string, Json] => {
    const nameIn = (field: string) => (locale === locales.default ? field : variantName(field, locale))
    const name = nameIn(TRANSLATED_AT)
    const values = valuesIn(plan, after, nameIn, locales)
    if (values.every((value) => value === null || (Array.isArray(value) && value.length === 0))) return [name, null]
    const isSame =
      locale !== confirmed &&
      before !== null &&
      JSON.stringify(valuesIn(plan, before, nameIn, locales)) === JSON.stringify(values)
    return [name, isSame ? (before[name] ?? isoTime(now)) : isoTime(now)]
  })
  return { ...after, ...Object.fromEntries(times) }
}

/**
 * Returns the locale of the translation that a body writes; `null` if it writes none. Sending one value of a
 * translation confirms all of its values.
 */
export function confirmedBy({ plan, locale }: Pick<Call, 'plan' | 'locale'>, body: unknown): string | null {
  const { locales } = plan.collection
  if (locales === undefined || locale === null || locale.isAll || locale.name === locales.default) return null
  const isGiven = ({ field: { name, options }, shape }: FieldPlan) =>
    !isVariant(name) &&
    Object.hasOwn(body as object, name) &&
    (options.localized === true || (shape !== null && holdsVariants(shape)))
  return isJsonObject(body) && plan.fields.some(isGiven) ? locale.name : null
}

type NameIn = (field: string) => string

function valuesIn(plan: CollectionPlan, document: Document, nameIn: NameIn, locales: ManifestLocales): Json[] {
  return plan.fields.flatMap(({ field: { name, options }, shape }) => {
    if (isVariant(name)) return []
    if (options.localized === true) return [document[nameIn(name)] ?? null]
    return shape ? valuesInside(shape, document[name] ?? null, nameIn, locales) : []
  })
}

function valuesInside(shape: Shape, value: Json, nameIn: NameIn, locales: ManifestLocales): Json[] {
  if (shape.kind === 'object') return isJsonObject(value) ? ofMembers(shape.members, value, nameIn, locales) : []
  const items = Array.isArray(value) ? (value as readonly Json[]) : []
  return items.flatMap((item) => {
    if (shape.kind === 'list') return valuesInside(shape.item, item, nameIn, locales)
    const members = isJsonObject(item) ? shape.kinds.get(String(item.type)) : undefined
    return members && isJsonObject(item) ? ofMembers(members, item, nameIn, locales) : []
  })
}

function ofMembers(
  members: Members,
  value: { readonly [name: string]: Json },
  nameIn: NameIn,
  locales: ManifestLocales,
): Json[] {
  return [...members].flatMap(([name, { shape }]) => {
    if (isVariant(name)) return []
    if (isLocalizedMember(members, name, locales)) return [value[nameIn(name)] ?? null]
    return shape ? valuesInside(shape, value[name] ?? null, nameIn, locales) : []
  })
}
