/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Labelled } from '../../system/admin/widgets/labelled.tsx'
import { controlProps, textOf, type WidgetProps } from '../../system/admin/widgets/widget.ts'
import type { FieldInAdmin } from '../in-admin.ts'

export const admin: FieldInAdmin = {
  Widget: TextWidget,
  // The headline is an input of several lines.
  read: (inputs) => inputs.text().replaceAll(/\s*\r?\n\s*/g, ' ') || null,
}

/** One line. */
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
