/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import type { Refused } from 'lintel'
import { errorAt, Field, t, typedIn } from 'lintel/ui'
import type { DocumentAddress } from '../document.ts'

interface TextFormProps {
  readonly id: string
  readonly action: string
  readonly label: string
  readonly button: string
  readonly address: DocumentAddress
  /** The refusal of this form; `null` if it was not refused. */
  readonly refused: Refused | null
}

/** A form for a comment. With a script, `@` and the beginning of a name suggest colleagues. */
export function TextForm(props: PropsWithChildren<TextFormProps>) {
  const { id, action, label, button, address, refused, children } = props
  const error = errorAt(refused?.problem, 'text')
  return (
    <form method="post" action={action} class="grid gap-3">
      {children}
      <Field id={id} label={label} error={error}>
        <textarea
          class="textarea"
          id={id}
          name="text"
          rows={3}
          data-max={5000}
          required
          aria-invalid={error === null ? undefined : 'true'}
          aria-describedby={error === null ? undefined : `${id}-note`}
          data-mentions={`/admin/collaboration/people?${new URLSearchParams({ ...address })}`}
          data-mentions-label={t('People')}
        >
          {typedIn(refused, 'text')}
        </textarea>
      </Field>
      <p role="alert" class="text-sm text-destructive empty:hidden" data-problem />
      <div>
        <button type="submit" class="btn" data-variant="outline" data-size="sm">
          {button}
        </button>
      </div>
    </form>
  )
}
