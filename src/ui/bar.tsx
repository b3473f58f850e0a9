/** @jsxRuntime automatic @jsxImportSource hono/jsx */
/** A bar that shows `value` as a share of `of`. `label` describes it. */
export function Bar({ value, of, label }: { value: number; of: number; label: string }) {
  return (
    <svg viewBox="0 0 100 1" preserveAspectRatio="none" class="h-1.5 w-full rounded-full" role="img" aria-label={label}>
      <rect width="100" height="1" class="fill-muted" />
      <rect width={of === 0 ? 0 : (100 * value) / of} height="1" class="fill-primary" />
    </svg>
  )
}
