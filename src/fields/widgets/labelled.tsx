/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { Field } from '../../ui/index.ts'
import { idOf, labelOf, type WidgetProps } from './widget.ts'

/** A control with its label, and its help text or its error. */
export function Labelled(props: PropsWithChildren<Omit<WidgetProps, 'value' | 'depth'>>) {
  const { field, path, form, children } = props
  return (
    <Field
      id={idOf(props)}
      label={labelOf(field)}
      help={field.options.help}
      error={form.errors.get(path) ?? null}
      required={field.options.required === true}
    >
      {children}
    </Field>
  )
}
