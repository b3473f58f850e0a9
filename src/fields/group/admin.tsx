/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { FieldData, Json } from '../field-type.ts'
import type { FieldInAdmin, Inputs } from '../in-admin.ts'
import { isTranslated } from '../translated.ts'
import { Fieldset } from '../widgets/fieldset.tsx'
import type { WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = { Widget: GroupWidget, read: readGroup, isLong: true }

/**
 * Reads an object from the form. Returns `null` if it contains only defaults, unless the field is required or may have
 * values in other languages.
 */
function readGroup(inputs: Inputs, field: FieldData): Json {
  const fields = field.options.fields as readonly FieldData[]
  const group = inputs.members(fields)
  const isEmpty = fields.every(({ name, options }) => group[name] === null || group[name] === options.default)
  if (!isEmpty || field.options.required) return group
  // A group that is empty in one language may have values in others.
  const isWhole = isTranslated(field) && !fields.some(({ options }) => options.required === true)
  return isWhole ? group : null
}

/** Control with several fields in a fieldset. */
function GroupWidget(props: WidgetProps) {
  const { field, path, value, form, depth } = props
  const { widget: Widget } = form
  const fields = field.options.fields as readonly FieldData[]
  const content = (value ?? {}) as { readonly [name: string]: Json } // the API returns a group as an object
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
