/** @jsxRuntime automatic @jsxImportSource hono/jsx */
/** A point in time in the user's format and time zone; in UTC without scripts. `null` is shown as a dash. */
export function Time({ at }: { at: string | number | null }) {
  if (at === null) return <span class="text-muted-foreground">–</span>
  const iso = new Date(at).toISOString()
  return (
    <time datetime={iso} data-local title={iso}>
      {iso.slice(0, 16).replace('T', ' ')} UTC
    </time>
  )
}
