/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Field, t } from '../../../ui/index.ts'

export interface NameFieldProps {
  /** Name of the input. */
  readonly name: string
  readonly value: string
  readonly help: string | null
  /** Regular expression that the name must match. */
  readonly pattern: string
  readonly max?: number
  readonly readonly?: boolean
}

/** Input for the name of a collection or a field in code. */
export function NameField({ name, help, max, ...attributes }: NameFieldProps) {
  const id = name === 'name' ? 'collection-name' : 'field-name'
  return (
    <Field id={id} label={t('Name')} help={help} required>
      <input
        id={id}
        name={name}
        class="input font-mono"
        required
        autocomplete="off"
        spellcheck={false}
        aria-describedby={help === null ? undefined : `${id}-note`}
        data-max={max}
        {...attributes}
      />
    </Field>
  )
}
