/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { idOf, labelOf, type WidgetProps } from './widget.ts'

interface FieldsetProps extends Omit<WidgetProps, 'value' | 'depth'> {
  /** True if the items have frames of their own. */
  readonly isList?: boolean
}

/** Several controls under one name, with a help text or an error for the whole. */
export function Fieldset(props: PropsWithChildren<FieldsetProps>) {
  const { field, path, form, isList = false, children } = props
  const error = form.errors.get(path)
  return (
    <fieldset
      id={idOf(props)}
      data-path={path}
      class={isList ? 'form-list' : 'form-group'}
      data-invalid={error ? 'true' : undefined}
    >
      <legend>{labelOf(field)}</legend>
      {error ? (
        <p class="text-sm text-destructive" role="alert">
          {error}
        </p>
      ) : (
        field.options.help && <p class="text-sm text-muted-foreground">{field.options.help}</p>
      )}
      {children}
    </fieldset>
  )
}
