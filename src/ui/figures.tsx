/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { language } from './t.ts'

/** A number with what it counts. */
export interface Figure {
  readonly label: string
  readonly value: Child
  /** Note on what it is made of, or measured against. */
  readonly note?: Child
}

/** A few numbers side by side, to be taken in at a glance. */
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

/** Numbers as the reader's language writes them: `1,056`. */
function inWords(value: Child): Child {
  return typeof value === 'number' ? new Intl.NumberFormat(language()).format(value) : value
}
