/** @jsxRuntime automatic @jsxImportSource hono/jsx */

/** A value with what people read; a value alone where they read that. */
export type SelectOption = string | readonly [value: string, label: string]

export interface SelectProps {
  readonly name: string
  readonly options: readonly SelectOption[]
  readonly chosen?: string | null | undefined
  /** Label of an option for no value, before all others. Default: there is none. */
  readonly none?: string | undefined
  /** More classes: `w-full`. */
  readonly class?: string
  readonly id?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly [attribute: `aria-${string}`]: string | undefined
}

/** A choice of one value. Its label stands around it, or refers to its `id`. */
export function Select({ options, chosen, none, class: more = '', ...attributes }: SelectProps) {
  const all = [...(none === undefined ? [] : [['', none] as const]), ...options]
  return (
    <select class={`select ${more}`.trim()} {...attributes}>
      {all.map((option) => {
        const [value, label] = typeof option === 'string' ? [option, option] : option
        return (
          <option value={value} selected={value === (chosen ?? '')}>
            {label}
          </option>
        )
      })}
    </select>
  )
}
