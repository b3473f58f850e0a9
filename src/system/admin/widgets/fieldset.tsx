/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { idOf, labelOf, type WidgetProps } from './widget.ts'

/** Several controls under one name, with its help and what is wrong with the whole. */
export function Fieldset(props: PropsWithChildren<Omit<WidgetProps, 'value' | 'depth'>>) {
  const { field, path, form, children } = props
  const error = form.errors.get(path)
  return (
    <fieldset
      id={idOf(props)}
      data-path={path}
      class="grid min-w-0 grid-cols-1 gap-3 border-l-2 pl-4"
      data-invalid={error ? 'true' : undefined}
    >
      <legend class="float-left text-sm font-medium">{labelOf(field)}</legend>
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
