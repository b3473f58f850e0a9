import { isJsonObject } from '../../fields/field-data.ts'
import type { Json } from '../../fields/field-type.ts'

type Values = { readonly [name: string]: Json }

/**
 * The value of a name, the object of all values whose names begin so (`seo` of `seo.title`), or that of a path with dots
 * that leads into objects; `undefined` where there is none.
 */
export function valueAt(values: Values, name: string): Json | undefined {
  if (Object.hasOwn(values, name)) return values[name]
  const members = Object.keys(values).filter((member) => member.startsWith(`${name}.`))
  if (members.length > 0) {
    return Object.fromEntries(members.map((member) => [member.slice(name.length + 1), values[member] ?? null]))
  }
  let value: Json | undefined = values
  for (const step of name.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, step)) return undefined
    value = value[step]
  }
  return value
}

/** Tells whether a value says nothing: none, an empty text or list. */
export function isNothing(value: Json | undefined): value is undefined | null {
  if (value === undefined || value === null) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}
