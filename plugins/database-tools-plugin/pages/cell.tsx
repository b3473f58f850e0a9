/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { t } from 'lintel/ui'

const LONGEST = 200

/** A stored value in a table: a long value is shortened, and a missing one is marked. */
export function Cell({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span class="text-muted-foreground italic">NULL</span>
  const text = typeof value === 'object' ? t('binary data') : String(value)
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return (
    <span class="block max-w-80 truncate font-mono text-xs" title={shown}>
      {shown}
    </span>
  )
}
