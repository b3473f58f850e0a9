import type { Json } from '../../../../fields/field-type.ts'
import type { Values } from '../document-values.ts'

/** Holds values against their fields: those that are valid, and the paths of what is wrong with the others. */
export type Check = (values: Values) => {
  readonly fields: Values
  readonly errors: readonly { readonly path: string }[]
}

/** The part of a form's values that a preview can show. */
export interface Showable {
  readonly fields: Values
  /** Dotted paths of what is left out: the document's own values stay in its place. */
  readonly skipped: readonly string[]
}

/**
 * Takes what is valid of a form that somebody is still filling in. A new block without its text is left out of its list,
 * so that the rest of the list is shown; any other value that is not valid leaves its whole field out.
 */
export function showableValues(values: Values, check: Check): Showable {
  const first = check(values)
  if (first.errors.length === 0) return { fields: first.fields, skipped: [] }
  const paths = first.errors.map(({ path }) => path)
  const items = new Set(paths.map(itemAround).filter((path) => path !== ''))
  return { fields: check(without(items, values, '') as Values).fields, skipped: paths }
}

/** The innermost item of a list at or around a path: `parts.1` for `parts.1.image.alt`; empty where there is none. */
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
