/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { FieldInAdmin } from '../in-admin.ts'
import { Labelled } from '../widgets/labelled.tsx'
import { controlProps, textOf, type WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = {
  Widget: TextWidget,
  // The input for a document's title accepts line breaks, but the value is a single line.
  read: (inputs) => inputs.text().replaceAll(/\s*\r?\n\s*/g, ' ') || null,
}

/** Control for one line of text. */
function TextWidget(props: WidgetProps) {
  return (
    <Labelled {...props}>
      <input
        class="input"
        type="text"
        {...controlProps(props)}
        value={textOf(props)}
        data-max={props.field.options.max}
      />
    </Labelled>
  )
}
