/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { FieldData, Json } from '../../../fields/field-type.ts'
import { Fieldset } from './fieldset.tsx'
import type { WidgetProps } from './widget.ts'

/** Several fields under one name. */
export function GroupWidget(props: WidgetProps) {
  const { field, path, value, form, depth } = props
  const { widget: Widget } = form
  const fields = field.options.fields as readonly FieldData[]
  const content = (value ?? {}) as { readonly [name: string]: Json } // an object, as the API answers it
  const isNew = value === undefined || value === null
  return (
    <Fieldset {...props}>
      {fields.map((inner) => (
        <Widget
          field={inner}
          path={`${path}.${inner.name}`}
          value={isNew ? inner.options.default : content[inner.name]}
          form={form}
          depth={depth}
        />
      ))}
    </Fieldset>
  )
}
