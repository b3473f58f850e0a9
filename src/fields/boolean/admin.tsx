/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import { Checkbox, t } from '../../ui/index.ts'
import type { FieldInAdmin } from '../in-admin.ts'
import { controlProps, labelOf, type WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = {
  Widget: CheckboxWidget,
  read: (inputs) => {
    const last = inputs.texts().at(-1)
    return last === undefined ? null : last === 'true'
  },
  filter: 'truth',
  filteredBy: (text) => (text === 'true' ? t('Yes') : t('No')),
  inList: () => ({
    kind: 'choice',
    choices: [
      [true, t('Yes')],
      [false, t('No')],
    ],
  }),
}

/** Control with a checkbox. A hidden input distinguishes an unchecked box from a field that is not in the form. */
function CheckboxWidget(props: WidgetProps) {
  const { field, path, value, form } = props
  return (
    <>
      <input type="hidden" name={path} value="false" />
      <Checkbox
        {...controlProps(props)}
        label={labelOf(field)}
        checked={value === true}
        help={field.options.help}
        error={form.errors.get(path)}
        framed
      />
    </>
  )
}
