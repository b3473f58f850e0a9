/** @jsxRuntime automatic @jsxImportSource hono/jsx */

/** A value and its label, or a value that is its own label. */
export type SelectOption = string | readonly [value: string, label: string]

export interface SelectProps {
  readonly name: string
  readonly options: readonly SelectOption[]
  readonly chosen?: string | null | undefined
  /** Label of a first option without a value. Default: no such option. */
  readonly none?: string | undefined
  /** Additional classes: `w-full`. */
  readonly class?: string
  readonly id?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly [attribute: `aria-${string}`]: string | undefined
}

/** A select element with one value. Its label encloses it, or refers to its `id`. */
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
