/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Field, t } from 'lintel/ui'
import type { FormProblem } from './page.ts'

interface TextFieldProps {
  /** Of the field in the form; its id, too. */
  readonly name: string
  readonly label: string
  readonly type?: 'email' | 'text'
  /** What browsers and password managers fill in: a token of HTML, section "Autofill". */
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly optional?: boolean
  readonly maxlength: number
  readonly problem: FormProblem
}

/** A field of one line, with what is wrong with it below. Fields are needed unless they say that they are not. */
export function TextField(props: TextFieldProps) {
  const { name, label, type = 'text', autocomplete, value, optional = false, maxlength, problem } = props
  const error = problem.fields[name]
  return (
    <Field id={name} label={optional ? t('{label} (optional)', { label }) : label} error={error ?? null}>
      <input
        id={name}
        name={name}
        type={type}
        autocomplete={autocomplete}
        autocapitalize={type === 'email' ? 'none' : undefined}
        spellcheck={false}
        maxlength={maxlength}
        required={!optional}
        value={value}
        aria-invalid={error === undefined ? undefined : 'true'}
        aria-describedby={error === undefined ? undefined : `${name}-note`}
      />
    </Field>
  )
}
