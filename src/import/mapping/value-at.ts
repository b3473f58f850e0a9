import { isJsonObject, type Json } from 'lintel/importing'

type Values = { readonly [name: string]: Json }

/**
 * Returns the value with this name. If there is none, returns an object of the values whose names begin with it (`seo`
 * for `seo.title`), or the value at a dotted path into objects; `undefined` if there is none of these.
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

/** Tells whether a value is missing, or an empty text or list. */
export function isNothing(value: Json | undefined): value is undefined | null {
  if (value === undefined || value === null) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}
