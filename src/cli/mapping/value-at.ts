import type { Json } from '../../config/fields/field-type.ts'

type Values = { readonly [name: string]: Json }

/** The value of a name, or of a path with dots that leads into objects; `undefined` where there is none. */
export function valueAt(values: Values, name: string): Json | undefined {
  if (Object.hasOwn(values, name)) return values[name]
  let value: Json | undefined = values
  for (const step of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined
    value = value[step]
  }
  return value
}

export function isObject(value: Json | undefined): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Tells whether a value says nothing: none, an empty text or list. */
export function isNothing(value: Json | undefined): value is undefined | null {
  if (value === undefined || value === null) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}
