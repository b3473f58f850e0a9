/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from '../../../ground/problem.ts'
import { message } from '../../../runtime/kit.ts'
import { errorAt, Field, Select, t, typedIn } from '../../../ui/index.ts'

const TEXTS = [
  { name: 'email', label: message('Email'), type: 'email', autocomplete: 'off', required: true, max: 320 },
  { name: 'username', label: message('Username'), type: 'text', autocomplete: 'off', required: false, max: 64 },
  { name: 'firstName', label: message('First name'), type: 'text', autocomplete: 'off', required: false, max: 100 },
  { name: 'lastName', label: message('Last name'), type: 'text', autocomplete: 'off', required: false, max: 100 },
] as const

interface UserFieldsProps {
  readonly roles: readonly string[]
  /** Stored values by input name. */
  readonly values: Readonly<Record<string, string>>
  readonly refused: Refused | null
  /** Reason why the role cannot be changed here. */
  readonly fixedRole?: string | null
}

/** Inputs that the forms for a new and an existing account share. */
export function UserFields({ roles, values, refused, fixedRole = null }: UserFieldsProps) {
  const problem = refused?.problem
  const textIn = (name: string) => typedIn(refused, name) ?? values[name] ?? ''
  return (
    <>
      <div class="grid gap-6 sm:grid-cols-2">
        {TEXTS.map(({ name, label, type, autocomplete, required, max }) => (
          <Field id={`user-${name}`} label={t(label)} error={errorAt(problem, name)} required={required}>
            <input
              id={`user-${name}`}
              class="input"
              name={name}
              type={type}
              autocomplete={autocomplete}
              required={required}
              data-max={max}
              value={textIn(name)}
              aria-invalid={errorAt(problem, name) ? 'true' : undefined}
              aria-describedby={errorAt(problem, name) ? `user-${name}-note` : undefined}
            />
          </Field>
        ))}
      </div>
      <Field id="user-role" label={t('Role')} help={fixedRole} error={errorAt(problem, 'role')}>
        <Select id="user-role" name="role" disabled={fixedRole !== null} options={roles} chosen={textIn('role')} />
      </Field>
    </>
  )
}
