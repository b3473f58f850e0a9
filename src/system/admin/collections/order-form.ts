import type { ManifestCollection, RequestContext } from '../../../runtime/kit.ts'
import { type TypedForm, textOf, textsOf } from '../typed-form.ts'
import { fieldsAt, namesIn } from './field-place.ts'

/** The order that a form shows. */
export interface ShownOrder {
  readonly order: readonly string[]
  /** The field that was moved last and keeps the focus. */
  readonly moved: { readonly name: string; readonly direction: 'up' | 'down' } | null
}

/** Returns the submitted order, after moving the field whose button was pressed; without a form, the current order. */
export function orderFor(c: RequestContext, collection: ManifestCollection, form: TypedForm | null): ShownOrder {
  const present = fieldsAt(collection, namesIn(c.req.query('in'))).fields.map(({ name }) => name)
  const order = form === null ? present : orderIn(form, present)
  const [, direction, name = ''] = /^(up|down):(\w+)$/.exec(form === null ? '' : textOf(form, '~move')) ?? []
  if (direction === undefined) return { order, moved: null }
  const isUp = direction === 'up'
  return { order: movedBy(order, name, isUp ? -1 : 1), moved: { name, direction: isUp ? 'up' : 'down' } }
}

/** Returns the submitted order, followed by fields that the file has gained since. */
function orderIn(form: TypedForm, present: readonly string[]): readonly string[] {
  return [...new Set([...textsOf(form, 'field').filter((name) => present.includes(name)), ...present])]
}

function movedBy(order: readonly string[], name: string, by: -1 | 1): readonly string[] {
  const at = order.indexOf(name)
  const to = at + by
  return at === -1 || to < 0 || to >= order.length ? order : order.toSpliced(at, 1).toSpliced(to, 0, name)
}
