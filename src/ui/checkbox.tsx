/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Prose } from './prose.tsx'

export interface CheckboxProps {
  readonly id: string
  readonly name: string
  readonly label: string
  /** Value that is sent while it is ticked. Default `true`. */
  readonly value?: string
  readonly checked: boolean
  /** `code` stands between backticks. */
  readonly help?: string | null | undefined
  readonly error?: string | null | undefined
  /** Draws a frame around it, as wide as other inputs. Default `false`. */
  readonly framed?: boolean
  readonly [attribute: `aria-${string}`]: string | undefined
}

/** A box with its label beside it, and its help or what is wrong with it below. */
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
