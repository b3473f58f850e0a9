/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { Field } from '../../../ui/index.ts'

interface TextProps {
  readonly name: string
  readonly label: string
  /** Id of the input. Default: `profile-<name>`. */
  readonly id?: string
  readonly type?: 'text' | 'password' | 'date'
  readonly value?: string | undefined
  readonly autocomplete?: string
  readonly required?: boolean
  /** Maximum number of characters. Default 256 for a password, otherwise 100. */
  readonly max?: number
}

/** An input for a line of text, with its label. */
export function Text(props: TextProps) {
  const { name, label, id = `profile-${name}`, type = 'text', value = '', autocomplete = 'off' } = props
  const { required = false, max = type === 'password' ? 256 : 100 } = props
  return (
    <Field id={id} label={label} required={required}>
      <input
        id={id}
        class="input"
        name={name}
        type={type}
        value={value}
        autocomplete={autocomplete}
        required={required}
        data-max={max}
      />
    </Field>
  )
}

interface SubmitProps {
  readonly variant?: 'outline'
  /** Address for this button, in a form with several. */
  readonly action?: string
  /** Name of the value that the button adds to the form. */
  readonly name?: string
  readonly value?: string
}

/** A button that submits a form. */
export function Submit({ variant, action, name, value, children }: PropsWithChildren<SubmitProps>) {
  return (
    <div>
      <button type="submit" class="btn" data-variant={variant} formaction={action} name={name} value={value}>
        {children}
      </button>
    </div>
  )
}
