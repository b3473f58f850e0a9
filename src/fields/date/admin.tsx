/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { FieldInAdmin } from '../in-admin.ts'
import { Labelled } from '../widgets/labelled.tsx'
import { controlProps, textOf, type WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = { Widget: DateWidget, filter: 'days', inList: () => ({ kind: 'day' }) }

function DateWidget(props: WidgetProps) {
  const { min, max } = props.field.options
  return (
    <Labelled {...props}>
      <input class="input w-fit" type="date" {...controlProps(props)} value={textOf(props)} min={min} max={max} />
    </Labelled>
  )
}
