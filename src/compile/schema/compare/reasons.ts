import type { Locales } from '../../../config/config.ts'
import type { Collection } from '../../../config/index.ts'
import { isVariant, partsOfVariant } from '../../../ground/variants.ts'

/** Path of a field: the current one, and the former one. */
export interface Spot {
  readonly path: string
  readonly was: string
}

/** Reasons in the config for losses in a collection. */
export interface Reasons {
  readonly spec: Collection
  readonly locales: Locales | undefined
}

/**
 * Returns the reason for dropping a field, or a field's values in one locale; `null` if the config gives none. A
 * reason for a field applies to all its values, a reason for a locale to the values of all fields.
 * @param beside names of the current fields
 */
export function reasonToDrop(
  { path, was }: Spot,
  { spec: { dropped = {} }, locales }: Reasons,
  beside: readonly string[],
): string | null {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const isStill = isVariant(name) && beside.includes(partsOfVariant(name).field)
  const ofField = isStill ? undefined : (dropped[declaredPath(path)] ?? dropped[declaredPath(was)])
  const ofLocale = isVariant(name) ? locales?.dropped?.[partsOfVariant(name).locale] : undefined
  return dropped[path] ?? dropped[was] ?? ofField ?? ofLocale ?? null
}

/** Returns the reason for losing values in a conversion; `undefined` if the config gives none. */
export function reasonToConvert({ path, was }: Spot, { spec: { lossy = {} } }: Reasons): string | undefined {
  return lossy[path] ?? lossy[was] ?? lossy[declaredPath(path)] ?? lossy[declaredPath(was)]
}

/**
 * Returns the reason for emptying a field in documents that have a removed choice; `undefined` if the config gives
 * none. The reason of a field applies in all locales.
 */
export function reasonToEmpty(
  value: string,
  { path, was }: Spot,
  { dropped = {} }: Pick<Collection, 'dropped'>,
): string | undefined {
  const places = [path, was, declaredPath(path), declaredPath(was)]
  return places.map((place) => dropped[`${place}=${value}`]).find((reason) => reason !== undefined)
}

/** Returns the path of a value's declared field: `seo@de.title` → `seo.title`. */
function declaredPath(path: string): string {
  return path.replace(/@[^.[]*/g, '')
}
