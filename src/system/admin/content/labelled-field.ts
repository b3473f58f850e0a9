import type { FieldData } from '../../../fields/field-type.ts'
import type { editableFields } from './collection-for.ts'

/** The label and the help that the compiler worked out. */
export function labelled({
  name,
  kind,
  options,
  label,
  help,
  required,
}: ReturnType<typeof editableFields>[number]): FieldData {
  return { name, kind, options: { ...options, label, help, required } }
}
