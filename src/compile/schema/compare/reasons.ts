import type { Locales } from '../../../config/config.ts'
import type { Collection } from '../../../config/index.ts'
import { isVariant, partsOfVariant } from '../../../ground/variants.ts'

/** Place of a field: its path now, and the path that it had. */
export interface Spot {
  readonly path: string
  readonly was: string
}

/** Reasons that the config gives for what is lost in a collection. */
export interface Reasons {
  readonly spec: Collection
  readonly locales: Locales | undefined
}

/**
 * The reason to drop a field, or a field's values in one locale. What is said of a field that goes is said of all its
 * values, and what is said of a locale, of the values of all fields in it.
 * @param beside names of the fields that are there now
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

/** The reason why values may be lost in a conversion. */
export function reasonToConvert({ path, was }: Spot, { spec: { lossy = {} } }: Reasons): string | undefined {
  return lossy[path] ?? lossy[was] ?? lossy[declaredPath(path)] ?? lossy[declaredPath(was)]
}

/** The path of a value as its field is declared: `seo@de.title` → `seo.title`. */
function declaredPath(path: string): string {
  return path.replace(/@[^.[]*/g, '')
}
