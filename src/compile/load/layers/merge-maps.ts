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

/**
 * Merges options of configs or collections, in order of precedence.
 * @param depths number of levels to which an option is merged by name; an option without one is replaced as a unit
 */
export function mergeOptions(
  layers: readonly PlainObject[],
  depths: Readonly<Record<string, number>>,
): Record<string, unknown> {
  const options = Map.groupBy(layers.flatMap(Object.entries<unknown>), ([name]) => name)
  const merged = [...options].map(([name, entries]) => {
    const [nearest, ...rest] = entries.map(([, value]) => value)
    const depth = depths[name]
    if (depth === undefined) return [name, nearest] as const
    const merge = (override: unknown, base: unknown) =>
      isPlainObject(override) && isPlainObject(base) ? mergeMaps(override, base, depth) : override
    return [name, rest.reduce(merge, nearest)] as const
  })
  return Object.fromEntries(merged)
}
