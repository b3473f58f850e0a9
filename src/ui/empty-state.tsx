/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import type { IconName } from '../assets/icons.ts'
import { Icon } from './icon.tsx'

/** Placeholder for an empty list. The text explains why the list is empty and what the user can do. */
export function EmptyState({ icon, title, children }: PropsWithChildren<{ icon: IconName; title: string }>) {
  return (
    <div class="flex flex-col items-center gap-2 rounded-lg border border-dashed px-6 py-16 text-center">
      <Icon name={icon} class="size-8 text-muted-foreground" />
      <h2 class="font-medium">{title}</h2>
      <div class="max-w-prose text-sm text-muted-foreground">{children}</div>
    </div>
  )
}
