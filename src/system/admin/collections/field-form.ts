import type { Json } from '../../../config/fields/field-type.ts'
import { fieldTypesOf, type RequestContext } from '../../../runtime/kit.ts'
import { type Control, controlsOf, readControl } from './controls.ts'
import type { PlacedField } from './field-place.ts'
import type { TypedForm } from './typed.ts'

/** What only a field of a collection takes: inside another it is no column. */
const OF_COLUMNS = ['unique', 'hidden', 'readOnly', 'onDelete']

/** Fields inside a field that is there have forms of their own. */
export function controlsFor(c: RequestContext, type: string, isThere: boolean, isInside: boolean): readonly Control[] {
  const known = fieldTypesOf(c)[type]
  if (!known) return []
  return controlsOf(known).filter(({ option }) => {
    if (isInside && OF_COLUMNS.includes(option)) return false
    return !isThere || (option !== 'of' && option !== 'fields')
  })
}

/** What was typed and differs from what is declared: everything else stays as the file says it. */
export function optionsIn(
  c: RequestContext,
  form: TypedForm,
  type: string,
  { now, isInside }: { readonly now: PlacedField['options'] | null; readonly isInside: boolean },
): { [option: string]: Json } {
  const read = controlsFor(c, type, now !== null, isInside).map((control) => {
    return [control.option, readControl(form, control)] as const
  })
  return Object.fromEntries(
    read.filter(([option, value]) => JSON.stringify(value) !== JSON.stringify(declared(now?.[option]))),
  )
}

/** `false` says no more than nothing. */
function declared(value: Json | undefined): Json {
  return value === undefined || value === false ? null : value
}

/** Options that another type does not have go with the old one. */
export function foreign(c: RequestContext, field: PlacedField, type: string): { [option: string]: Json } {
  if (type === field.kind) return {}
  const [before, after] = [fieldTypesOf(c)[field.kind], fieldTypesOf(c)[type]]
  const gone = Object.keys(before?.options ?? {}).filter((option) => after?.options[option] === undefined)
  return Object.fromEntries(
    gone.filter((option) => field.options[option] !== undefined).map((option) => [option, null]),
  )
}

/** For a field that is new: there is nothing to take out. */
export function given(options: { readonly [option: string]: Json }): { [option: string]: Json } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null))
}
