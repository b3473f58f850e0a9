import { isSecret } from '../../config/secret.ts'

type Settings = Readonly<Record<string, unknown>>

/** An environment's settings over those of the plugin's call: objects are merged, everything else is replaced. */
export function mergeSettings(base: Settings, override: Settings): Settings {
  const names = [...new Set([...Object.keys(base), ...Object.keys(override)])]
  return Object.fromEntries(names.map((name) => [name, mergeValue(base[name], override[name])]))
}

function mergeValue(base: unknown, override: unknown): unknown {
  if (override === undefined) return base
  return isPlainObject(base) && isPlainObject(override) ? mergeSettings(base, override) : override
}

/** An object written as such: no array, no secret, no instance of a class. */
export function isPlainObject(value: unknown): value is Settings {
  if (typeof value !== 'object' || value === null || isSecret(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The value at the end of a path, `undefined` where the path ends before. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let current: unknown = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Record<string | number, unknown>)[step]
  }
  return current
}
