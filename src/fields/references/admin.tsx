/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import { message } from '../../ui/index.ts'
import type { FieldInAdmin } from '../in-admin.ts'
import { Picker } from '../widgets/picker.tsx'
import type { WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = {
  Widget: ReferencesWidget,
  read: (inputs) => inputs.texts().filter((id) => id !== ''),
  textsOf: (value) => value as readonly string[], // ids, as the API returns them
  missing: message('Add at least one.'),
  inList: ({ options }) => ({ kind: 'documents', target: options.target }),
}

/** Control for an ordered list of documents. */
function ReferencesWidget(props: WidgetProps) {
  const { value } = props
  const ids = Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
  return <Picker {...props} ids={ids} isMany />
}
