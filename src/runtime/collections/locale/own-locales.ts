import type { Json } from '../../../config/fields/field-type.ts'
import type { RequestContext } from '../../../config/request.ts'
import { isVariant, partsOfVariant, TRANSLATED_AT } from '../../../ground/variants.ts'
import type { ManifestLocales } from '../../../manifest/index.ts'
import { HttpError } from '../../common/errors.ts'
import { runtimeOf } from '../../isolate/runtime.ts'
import { t } from '../../messages/messages.ts'
import type { Call } from '../call.ts'
import { isJsonObject, type Members, type Shape } from '../declared.ts'
import type { Document } from '../row.ts'
import { holdsVariants, isLocalizedMember } from './fold.ts'
import { textOf } from './text-of.ts'

/** Locales that the caller's role may write, and nothing else of a document; `null`: everything. */
export function ownLocales(c: RequestContext): readonly string[] | null {
  return runtimeOf(c).program.manifest.roleLocales?.[c.get('user')?.role ?? ''] ?? null
}

/** Tells whether the caller creates and deletes documents, where a rule lets them: a translator does neither. */
export function writesWholeDocuments(call: Call): boolean {
  return ownLocales(call.c) === null
}

/** @throws HttpError `forbidden` for a translator */
export function requireWholeDocuments(call: Call): void {
  const own = ownLocales(call.c)
  if (own === null) return
  const names = own.join(', ')
  throw new HttpError(
    'forbidden',
    t('Your role translates into {names}: it creates and deletes no documents.', { names }),
  )
}

/**
 * Refuses a change beyond the locales of the caller's role.
 * @throws HttpError `forbidden`
 */
export function requireOwnLocales(call: Call, before: Document, after: Document): void {
  const own = ownLocales(call.c)
  if (own === null) return
  const names = own.join(', ')
  const { locales } = call.plan.collection
  const changed = call.plan.fields.flatMap(({ field: { name, options }, shape }) => {
    const variant = isVariant(name) ? partsOfVariant(name) : null
    if ((variant?.field ?? name) === TRANSLATED_AT) return [] // it follows from the others
    const locale = variant ? variant.locale : options.localized === true ? locales?.default : null
    if (locale && own.includes(locale)) return []
    const rest = (value: Json) =>
      shape && locales && holdsVariants(shape) ? without(shape, value, own, locales) : value
    return textOf(rest(before[name] ?? null)) === textOf(rest(after[name] ?? null)) ? [] : [name]
  })
  if (changed.length === 0) return
  throw new HttpError(
    'forbidden',
    t('Your role writes {names} only, and not {fields}.', { names, fields: changed.join(', ') }),
  )
}

/** A value without what it holds in these locales. */
function without(shape: Shape, value: Json, own: readonly string[], locales: ManifestLocales): Json {
  if (shape.kind === 'object') return isJsonObject(value) ? withoutMembers(shape.members, value, own, locales) : value
  if (!Array.isArray(value)) return value
  return (value as readonly Json[]).map((item) => {
    if (shape.kind === 'list') return without(shape.item, item, own, locales)
    const members = isJsonObject(item) ? shape.kinds.get(String(item.type)) : undefined
    return members && isJsonObject(item) ? withoutMembers(members, item, own, locales) : item
  })
}

function withoutMembers(
  members: Members,
  value: { readonly [name: string]: Json },
  own: readonly string[],
  locales: ManifestLocales,
): Json {
  const left = Object.entries(value).flatMap(([name, held]): [string, Json][] => {
    if (isVariant(name) && own.includes(partsOfVariant(name).locale)) return []
    const isInitial = own.includes(locales.default) && isLocalizedMember(members, name, locales)
    if (isInitial && !isVariant(name)) return []
    const shape = members.get(name)?.shape
    return [[name, shape ? without(shape, held, own, locales) : held]]
  })
  return Object.fromEntries(left)
}
