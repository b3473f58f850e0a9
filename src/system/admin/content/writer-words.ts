import type { FieldData } from '../../../fields/field-type.ts'
import type { FieldError } from '../../../runtime/kit.ts'
import { message, t } from '../../../ui/t.ts'
import type { Values } from './document-values.ts'
import { fieldAt } from './path-label.ts'

/** Advice about a missing value, by the kind of its field; other kinds are filled in. */
const MISSING: Readonly<Record<string, string>> = {
  reference: message('Choose one.'),
  media: message('Choose one.'),
  select: message('Choose one.'),
  references: message('Add at least one.'),
  list: message('Add at least one.'),
  blocks: message('Add at least one.'),
}

/** Errors of the API as somebody who writes should read them: what to do, where it says what is missing. */
export function inWriterWords(
  errors: readonly FieldError[],
  fields: readonly FieldData[],
  values: Values,
): readonly FieldError[] {
  return errors.map((error) => {
    if (error.code !== 'required') return error
    const kind = fieldAt(fields, error.path, values)?.kind ?? ''
    return { ...error, message: t(MISSING[kind] ?? message('Fill this in.')) }
  })
}
