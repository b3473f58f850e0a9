/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx'

/** The header of a page: its title, its description, and the buttons in `children`. */
export function PageHeader({ title, description, children }: PropsWithChildren<{ title: Child; description?: Child }>) {
  return (
    <header class="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div class="min-w-0">
        <h1 class="truncate text-2xl font-semibold tracking-tight">{title}</h1>
        {description && <p class="mt-1 max-w-prose text-sm text-muted-foreground">{description}</p>}
      </div>
      <div class="flex flex-wrap items-center gap-2">{children}</div>
    </header>
  )
}
