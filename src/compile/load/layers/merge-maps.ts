import { isPlainObject, type PlainObject } from '../../plain-object.ts'

/**
 * Merges two maps by name.
 * @param override takes precedence over `base`
 * @param depth number of levels that are merged: at 1, each named value is replaced as a unit
 */
export function mergeMaps(override: PlainObject, base: PlainObject, depth: number): PlainObject {
  const merged = Object.entries(override).map(([name, value]) => {
    const inherited = base[name]
    const isUnit = depth === 1 || !isPlainObject(value) || !isPlainObject(inherited)
    return [name, isUnit ? value : mergeMaps(value, inherited, depth - 1)] as const
  })
  return { ...base, ...Object.fromEntries(merged) }
}
