import type { Json } from '../../../fields/field-type.ts'
import type { TypedForm } from '../typed-form.ts'
import { readInputs, type Values, writeInputs } from './codecs.ts'
import type { Input } from './input.ts'

/**
 * Returns the values that were changed in a form. The others are absent, and stay as they are in the file.
 * @param now the values from which the form was made
 * @returns the changed values by name: `null` for an emptied value, and for a box that is no longer checked
 */
export function changesIn(inputs: readonly Input[], form: TypedForm, now: Values, path = ''): { [name: string]: Json } {
  const before = readInputs(inputs, writeInputs(inputs, now, path), now, path)
  const read = readInputs(inputs, form, now, path)
  return Object.fromEntries(
    inputs.flatMap(({ name, kind }): [string, Json][] => {
      const value = read[name]
      if (value === undefined || JSON.stringify(value) === JSON.stringify(before[name])) return []
      return [[name, kind === 'flag' && value === false ? null : value]]
    }),
  )
}
