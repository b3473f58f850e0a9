/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { Prose } from './prose.tsx'

export interface FieldProps {
  /** The id of the input. */
  readonly id: string
  readonly label: string
  /** Help text; `code` may be enclosed in backticks. */
  readonly help?: string | null
  readonly error?: string | null
  readonly required?: boolean
}

/** An input with its label above, and its help text or its error below. The input refers to `<id>-note`. */
export function Field({ id, label, help, error, required = false, children }: PropsWithChildren<FieldProps>) {
  return (
    <div class="field" data-invalid={error ? 'true' : undefined}>
      <label for={id}>
        {label}
        {required && (
          <span class="text-destructive" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} role="alert" class="text-sm text-destructive">
          {error}
        </p>
      ) : (
        help && (
          <p id={`${id}-note`} class="text-sm text-muted-foreground">
            <Prose text={help} />
          </p>
        )
      )}
    </div>
  )
}
