/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from 'lintel'
import { errorAt, Field, t, typedIn } from 'lintel/ui'

interface TextFieldProps {
  /** Name of the field in the form, and its id. */
  readonly name: string
  readonly label: string
  readonly type?: 'email' | 'text'
  /** Kind of value that browsers and password managers fill in: a token from the section "Autofill" of HTML. */
  readonly autocomplete: string
  readonly optional?: boolean
  readonly max: number
  /** The refusal of the form, if it was refused: the field shows the typed value again, and the reason. */
  readonly refused: Refused | null
}

/** A field of one line, with its error below. It is required unless `optional` is set. */
export function TextField(props: TextFieldProps) {
  const { name, label, type = 'text', autocomplete, optional = false, max, refused } = props
  const error = errorAt(refused?.problem, name)
  return (
    <Field id={name} label={optional ? t('{label} (optional)', { label }) : label} error={error}>
      <input
        id={name}
        name={name}
        type={type}
        autocomplete={autocomplete}
        autocapitalize={type === 'email' ? 'none' : undefined}
        spellcheck={false}
        data-max={max}
        required={!optional}
        value={typedIn(refused, name)}
        aria-invalid={error === null ? undefined : 'true'}
        aria-describedby={error === null ? undefined : `${name}-note`}
      />
    </Field>
  )
}
