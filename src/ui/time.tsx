/** @jsxRuntime automatic @jsxImportSource hono/jsx */
/** A moment, in the reader's own words where there is a script, in UTC without one. `null` is a dash. */
export function Time({ at }: { at: string | number | null }) {
  if (at === null) return <span class="text-muted-foreground">–</span>
  const iso = new Date(at).toISOString()
  return (
    <time datetime={iso} data-local title={iso}>
      {iso.slice(0, 16).replace('T', ' ')} UTC
    </time>
  )
}
