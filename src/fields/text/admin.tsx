/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { FieldInAdmin } from '../in-admin.ts'
import { Labelled } from '../widgets/labelled.tsx'
import { controlProps, textOf, type WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = {
  Widget: TextareaWidget,
  read: (inputs) => inputs.text().replaceAll('\r\n', '\n') || null,
}

/** Control for several lines of text. */
function TextareaWidget(props: WidgetProps) {
  return (
    <Labelled {...props}>
      <textarea class="textarea" rows={4} {...controlProps(props)} data-max={props.field.options.max}>
        {textOf(props)}
      </textarea>
    </Labelled>
  )
}
