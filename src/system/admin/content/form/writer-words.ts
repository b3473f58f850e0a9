import type { FieldData } from '../../../../fields/field-type.ts'
import { message } from '../../../../messages/messages.ts'
import { t } from '../../../../messages/translate.ts'
import type { FieldError } from '../../../../runtime/kit.ts'
import { inAdmin } from '../../kinds.ts'
import type { Values } from '../document-values.ts'
import { fieldAt } from '../path-label.ts'

/** Rewords the API's errors about missing values for authors, so that the messages say what to do. */
export function inWriterWords(
  errors: readonly FieldError[],
  fields: readonly FieldData[],
  values: Values,
): readonly FieldError[] {
  return errors.map((error) => {
    if (error.code !== 'required') return error
    const field = fieldAt(fields, error.path, values)
    return { ...error, message: t((field && inAdmin(field).missing) ?? message('Fill this in.')) }
  })
}
