/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Prose } from './prose.tsx'

export interface CheckboxProps {
  readonly id: string
  readonly name: string
  readonly label: string
  /** Value that is submitted when the box is checked. Default `true`. */
  readonly value?: string
  readonly checked: boolean
  /** Help text; `code` may be enclosed in backticks. */
  readonly help?: string | null | undefined
  readonly error?: string | null | undefined
  /** Draws a frame around the box, as wide as other inputs. Default `false`. */
  readonly framed?: boolean
  readonly [attribute: `aria-${string}`]: string | undefined
}

/** A checkbox with its label beside it, and its help text or its error below. */
export function Checkbox({ id, label, help, error, framed = false, value = 'true', ...attributes }: CheckboxProps) {
  const note = error ?? help
  return (
    <div class={framed ? 'field' : undefined} data-invalid={error ? 'true' : undefined}>
      <label class={framed ? 'flex items-center gap-2' : 'label min-h-6 gap-2'} for={id}>
        <input
          id={id}
          class="input"
          type="checkbox"
          value={value}
          aria-describedby={note ? `${id}-note` : undefined}
          {...attributes}
        />
        <span class="min-w-0 wrap-anywhere">{label}</span>
      </label>
      {note && (
        <p id={`${id}-note`} class={`text-sm ${error ? 'text-destructive' : 'text-muted-foreground'}`}>
          {error ?? <Prose text={note} />}
        </p>
      )}
    </div>
  )
}
