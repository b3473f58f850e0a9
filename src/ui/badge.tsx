import type { PropsWithChildren } from 'hono/jsx'

/** A word or two beside a name. */
export function Badge({
  kind = 'outline',
  children,
}: PropsWithChildren<{ kind?: 'outline' | 'secondary' | 'destructive' }>) {
  return (
    <span class="badge" data-variant={kind}>
      {children}
    </span>
  )
}

const DOTS = { published: 'bg-success', scheduled: 'bg-primary', draft: 'bg-muted-foreground' } as const

/** A document's status, by colour and by word. */
export function StatusBadge({ status }: { status: string }) {
  const dot = DOTS[status as keyof typeof DOTS] ?? 'bg-muted-foreground' // statuses of other things are grey
  return (
    <span class="badge" data-variant="outline">
      <span class={`size-2 rounded-full ${dot}`} aria-hidden="true" />
      {status}
    </span>
  )
}
