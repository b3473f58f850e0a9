import type { RequestContext } from '../../../config/request.ts'
import type { Json } from '../../../fields/field-type.ts'
import { isVariant, partsOfVariant, TRANSLATED_AT } from '../../../ground/variants.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { runtimeOf } from '../../isolate/runtime.ts'
import type { Document } from '../document/row.ts'
import { holdsVariants, without } from '../locale/fold.ts'
import type { Call } from '../request/call.ts'
import { textOf } from './text-of.ts'

/** Returns the locales to which the caller's role is limited in writing; `null` if the role is not limited. */
export function ownLocales(c: RequestContext): readonly string[] | null {
  return runtimeOf(c).program.manifest.roleLocales?.[c.get('user')?.role ?? ''] ?? null
}

/** Tells whether the caller may create and delete documents if a rule allows it. Translators may do neither. */
export function writesWholeDocuments(call: Call): boolean {
  return ownLocales(call.c) === null
}

/**
 * Refuses requests from translators that create or delete documents.
 * @throws HttpError `forbidden` for a translator
 */
export function requireWholeDocuments(call: Call): void {
  const locales = ownLocales(call.c)
  if (locales === null) return
  const names = locales.join(', ')
  throw new HttpError(
    'forbidden',
    t('Your role can only translate into {names}. It cannot create or delete documents.', { names }),
  )
}

/**
 * Refuses changes outside the locales of the caller's role.
 * @throws HttpError `forbidden`
 */
export function requireOwnLocales(call: Call, before: Document, after: Document): void {
  const ownNames = ownLocales(call.c)
  if (ownNames === null) return
  const names = ownNames.join(', ')
  const { locales } = call.plan.collection
  const changed = call.plan.fields.flatMap(({ field: { name, options }, shape }) => {
    const variant = isVariant(name) ? partsOfVariant(name) : null
    if ((variant?.field ?? name) === TRANSLATED_AT) return [] // the service computes this time
    const locale = variant ? variant.locale : options.localized === true ? locales?.default : null
    if (locale && ownNames.includes(locale)) return []
    const rest = (value: Json) =>
      shape && locales && holdsVariants(shape) ? without(shape, value, ownNames, locales) : value
    return textOf(rest(before[name] ?? null)) === textOf(rest(after[name] ?? null)) ? [] : [name]
  })
  if (changed.length === 0) return
  throw new HttpError(
    'forbidden',
    t('Your role can write only {names}, not {fields}.', { names, fields: changed.join(', ') }),
  )
}
