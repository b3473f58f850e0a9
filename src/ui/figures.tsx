/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { language } from '../messages/translate.ts'

/** A number and its label. */
export interface Figure {
  readonly label: string
  readonly value: Child
  /** Note on how the number is calculated, or what to compare it with. */
  readonly note?: Child
}

/** A row of a few numbers, to be read at a glance. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl class="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
      {figures.map(({ label, value, note }) => (
        <div class="min-w-0 rounded-lg border bg-card p-4">
          <dt class="truncate text-sm text-muted-foreground">{label}</dt>
          <dd class="truncate text-2xl font-semibold tabular-nums">{inWords(value)}</dd>
          {note && <dd class="truncate text-xs text-muted-foreground">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Formats a number for the user's language: `1,056`. Returns any other content unchanged. */
function inWords(value: Child): Child {
  return typeof value === 'number' ? new Intl.NumberFormat(language()).format(value) : value
}
