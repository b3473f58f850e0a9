/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'

/** A list of facts: names on the left, values on the right. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: Child])[] }) {
  return (
    <dl class="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[minmax(8rem,14rem)_1fr]">
      {facts.map(([name, value]) => (
        <>
          <dt class="text-muted-foreground">{name}</dt>
          <dd class="min-w-0 wrap-anywhere max-sm:mb-2">{value}</dd>
        </>
      ))}
    </dl>
  )
}
