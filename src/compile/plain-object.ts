import { isSecret, type Secret } from '../config/secret.ts'

export type PlainObject = Readonly<Record<string, unknown>>
export type Path = readonly (string | number)[]

/** Tells whether a value is a plain object: not an array, a secret, or an instance of a class. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null || isSecret(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Returns the value at a path; `undefined` if the path does not exist. */
export function valueAt(value: unknown, path: Path): unknown {
  let current: unknown = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Record<string | number, unknown>)[step]
  }
  return current
}

/** Returns a copy without the values at these paths. A list that contains one of them is removed as a whole. */
export function withoutPaths(value: PlainObject, paths: readonly Path[]): PlainObject {
  return paths.reduce<PlainObject>((rest, path) => withoutPath(rest, path), value)
}

function withoutPath(value: PlainObject, [step, ...rest]: Path): PlainObject {
  if (typeof step !== 'string') return value
  const { [step]: inner, ...others } = value
  const deeper = typeof rest[0] === 'string' && isPlainObject(inner)
  return deeper ? { ...others, [step]: withoutPath(inner, rest) } : others
}

/** Returns every secret in a value. */
export function secretsIn(value: unknown): Secret[] {
  if (isSecret(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(secretsIn)
  return isPlainObject(value) ? Object.values(value).flatMap(secretsIn) : []
}
