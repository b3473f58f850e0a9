/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { Field } from '../../../ui/index.ts'

interface TextProps {
  readonly name: string
  readonly label: string
  /** Default: `profile-<name>`. */
  readonly id?: string
  readonly type?: 'text' | 'password' | 'date'
  readonly value?: string | undefined
  readonly autocomplete?: string
  readonly required?: boolean
  /** Characters. Default 256 for a password, else 100. */
  readonly max?: number
}

/** A line of text with its label. */
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
  /** Address of this button alone, where a form has several. */
  readonly action?: string
  /** Value that the button adds to the form. */
  readonly name?: string
  readonly value?: string
}

/** A button that sends a form. */
export function Submit({ variant, action, name, value, children }: PropsWithChildren<SubmitProps>) {
  return (
    <div>
      <button type="submit" class="btn" data-variant={variant} formaction={action} name={name} value={value}>
        {children}
      </button>
    </div>
  )
}
