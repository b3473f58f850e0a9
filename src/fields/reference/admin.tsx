/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import { message } from '../../ui/index.ts'
import type { FieldInAdmin } from '../in-admin.ts'
import { Picker } from '../widgets/picker.tsx'
import type { WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = {
  Widget: ReferenceWidget,
  read: (inputs) => inputs.texts().findLast((id) => id !== '') ?? null,
  missing: message('Choose one.'),
}

/** Control for one document, user or item of the media library. */
export function ReferenceWidget(props: WidgetProps) {
  const { value } = props
  return <Picker {...props} ids={typeof value === 'string' && value !== '' ? [value] : []} />
}
