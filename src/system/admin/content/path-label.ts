import type { FieldData, Json, Parts } from '../../../fields/field-type.ts'
import { membersOf, partsOf } from '../../../fields/parts.ts'
import { labelOf } from '../../../fields/widgets/widget.ts'
import type { Values } from './document-values.ts'

/**
 * Returns the words for the position of a value in a form: `Parts, 2, Quote`.
 * @param path dotted, with positions of items from 0: `parts.1.text`
 * @param values values of the form, which contain the types of blocks
 */
export function pathLabel(fields: readonly FieldData[], path: string, values: Values): string {
  return stepsTo(fields, path, values)
    .map(({ word }) => word)
    .join(', ')
}

/** Returns the field of the value at a path; `undefined` if the form has none. */
export function fieldAt(fields: readonly FieldData[], path: string, values: Values): FieldData | undefined {
  return stepsTo(fields, path, values).at(-1)?.field
}

interface Step {
  readonly word: string
  readonly field: FieldData | undefined
}

function stepsTo(fields: readonly FieldData[], path: string, values: Values): readonly Step[] {
  const steps: Step[] = []
  let within: readonly FieldData[] = fields
  let value: Json | undefined = values as Json
  let parts: Parts | null = null
  for (const step of path.split('.')) {
    value = inside(value, step)
    if (/^\d+$/.test(step)) {
      const field = parts?.kind === 'list' ? parts.of : undefined
      steps.push({ word: String(Number(step) + 1), field })
      if (field) parts = partsOf(field)
    } else {
      const field = within.find(({ name }) => name === step)
      steps.push({ word: field === undefined ? step : labelOf(field), field })
      parts = field === undefined ? null : partsOf(field)
    }
    within = membersOf(parts, value)
  }
  return steps
}

function inside(value: Json | undefined, step: string): Json | undefined {
  return typeof value === 'object' && value !== null ? (value as { readonly [name: string]: Json })[step] : undefined
}
