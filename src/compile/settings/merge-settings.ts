import { isPlainObject, type PlainObject } from '../plain-object.ts'

/** Merges overrides into settings: objects are merged, other values replaced. `undefined` overrides nothing. */
export function mergeSettings(base: PlainObject, override: PlainObject): PlainObject {
  const names = [...new Set([...Object.keys(base), ...Object.keys(override)])]
  return Object.fromEntries(names.map((name) => [name, mergeValue(base[name], override[name])]))
}

function mergeValue(base: unknown, override: unknown): unknown {
  if (override === undefined) return base
  return isPlainObject(base) && isPlainObject(override) ? mergeSettings(base, override) : override
}
