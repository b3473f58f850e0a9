import { atKey, type Finding } from '../diagnostics/diagnostic.ts'
import { capitalize } from '../diagnostics/words.ts'
import type { Check } from './context.ts'

/** Checks that a field has a single place in the form, and that the form shows the field. */
export const checkPlacements: Check = ({ fields }) =>
  fields.flatMap(({ field, nested, label }): Finding[] => {
    const { admin, hidden, readOnly } = field.options as {
      readonly admin?: { readonly side?: boolean; readonly tab?: string }
      readonly hidden?: boolean
      readonly readOnly?: boolean
    } // their types are known to be right
    if (admin === undefined || nested) return []
    if (hidden || readOnly) {
      const why = hidden ? 'hidden' : 'read-only'
      const message = `'admin' has no effect on ${label}, which is ${why} and so not in the form.`
      return [{ code: 'no-effect', message, hint: 'Remove it.', at: atKey(field, 'admin') }]
    }
    if (admin.side === undefined || admin.tab === undefined) return []
    const message = `${capitalize(label)} cannot be both in the side column and in a tab.`
    return [{ code: 'invalid-option', message, hint: "Remove 'side' or 'tab'.", at: atKey(field, 'admin', 'side') }]
  })
