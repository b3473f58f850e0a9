import { isPlainObject, type PlainObject } from '../../plain-object.ts'

/**
 * Merges two maps, name by name.
 * @param above goes before `below`
 * @param depth of the maps that are merged; at 1 whatever has a name is one whole
 */
export function mergeMaps(above: PlainObject, below: PlainObject, depth: number): PlainObject {
  const merged = Object.entries(above).map(([name, value]) => {
    const other = below[name]
    const isOne = depth === 1 || !isPlainObject(value) || !isPlainObject(other)
    return [name, isOne ? value : mergeMaps(value, other, depth - 1)] as const
  })
  return { ...below, ...Object.fromEntries(merged) }
}
