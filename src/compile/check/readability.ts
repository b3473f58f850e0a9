import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../fields/field-type.ts'

/** The options of a field that determine who may read it. */
interface Readability {
  readonly hidden?: boolean
  readonly access?: { readonly read?: unknown }
}

/**
 * Tells whether the readers of the place where a field's value is shown could include some whom the field excludes: its
 * own rule differs, or it is hidden.
 * @param into the field that shows it. Default: the document as a whole
 */
export function isShownToMore(field: Field, into?: Field): boolean {
  const from = field.options as Readability
  const to = (into?.options ?? {}) as Readability
  if (to.hidden) return false
  const rule = from.access?.read
  return from.hidden === true || (rule !== undefined && !isDeepStrictEqual(rule, to.access?.read))
}
