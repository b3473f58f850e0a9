/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { FieldData, Json } from '../../field-type.ts'
import type { WidgetProps } from '../widget.ts'

interface MembersProps extends WidgetProps {
  readonly fields: readonly FieldData[]
  readonly itemKey: string
  /** Value of the item. Absent for a new item, whose fields begin with their defaults. */
  readonly content: Json | undefined
}

/** Inputs for the fields of an item. Without a value, they contain the fields' defaults. */
export function Members({ fields, itemKey, content, path, form, depth }: MembersProps) {
  const { widget: Widget } = form
  const isNew = content === undefined || content === null
  const values = (isNew ? {} : content) as { readonly [name: string]: Json } // an object, as the API returns it
  return (
    <>
      {fields.map((field) => (
        <Widget
          field={field}
          path={`${path}.${itemKey}.${field.name}`}
          value={isNew ? field.options.default : values[field.name]}
          form={form}
          depth={depth + 1}
        />
      ))}
    </>
  )
}
