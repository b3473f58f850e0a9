import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../fields/field-type.ts'

/** The options of a field that determine who may read it. */
interface Readability {
  readonly hidden?: boolean
  readonly access?: { readonly read?: unknown }
}

/**
 * Tells whether a field's value could be shown to callers who may not read the field: it is hidden, or its rule differs
 * from that of the place where its value is shown.
 * @param into the field that shows the value. Default: the document as a whole
 */
export function isShownToMore(field: Field, into?: Field): boolean {
  const from = field.options as Readability
  const to = (into?.options ?? {}) as Readability
  if (to.hidden) return false
  const rule = from.access?.read
  return from.hidden === true || (rule !== undefined && !isDeepStrictEqual(rule, to.access?.read))
}
