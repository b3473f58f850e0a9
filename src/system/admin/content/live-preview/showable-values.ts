import type { Json } from '../../../../fields/field-type.ts'
import type { Values } from '../document-values.ts'

/** Function that checks values against their fields, and returns the valid ones and the paths of the errors. */
export type Check = (values: Values) => {
  readonly fields: Values
  readonly errors: readonly { readonly path: string }[]
}

/** Part of a form's values that a preview can show. */
export interface Showable {
  readonly fields: Values
  /** Dotted paths of values that are left out, so that the stored ones are shown. */
  readonly skipped: readonly string[]
}

/**
 * Returns the valid values of a form that is still being filled in. An invalid item, such as a new block without its
 * text, is left out of its list, so that the rest of the list is shown; for any other invalid value, its whole field is
 * left out.
 */
export function showableValues(values: Values, check: Check): Showable {
  const first = check(values)
  if (first.errors.length === 0) return { fields: first.fields, skipped: [] }
  const paths = first.errors.map(({ path }) => path)
  const items = new Set(paths.map(itemAround).filter((path) => path !== ''))
  return { fields: check(without(items, values, '') as Values).fields, skipped: paths }
}

/** Returns the innermost list item at or around a path, `parts.1` for `parts.1.image.alt`; empty if there is none. */
function itemAround(path: string): string {
  return /^.*\.\d+(?=\.|$)/.exec(path)?.[0] ?? ''
}

function without(items: ReadonlySet<string>, value: Json, path: string): Json {
  const isAround = path === '' || [...items].some((item) => item.startsWith(`${path}.`))
  if (!isAround || typeof value !== 'object' || value === null) return value
  const at = (name: string | number): string => (path === '' ? String(name) : `${path}.${name}`)
  if (Array.isArray(value)) {
    return (value as readonly Json[])
      .map((item, index) => (items.has(at(index)) ? undefined : without(items, item, at(index))))
      .filter((item) => item !== undefined)
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(items, inner, at(name))]))
}
