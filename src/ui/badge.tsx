/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { message } from '../messages/messages.ts'
import { t } from '../messages/translate.ts'

/** A short label beside a name. */
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

/** Labels of document statuses. Other statuses are shown unchanged. */
const LABELS: Readonly<Record<string, string>> = {
  published: message('published'),
  scheduled: message('scheduled'),
  draft: message('draft'),
}

const DOTS = { published: 'bg-success', scheduled: 'bg-primary', draft: 'bg-muted-foreground' } as const

/** Shows a document's status, by color and by word. */
export function StatusBadge({ status }: { status: string }) {
  const dot = DOTS[status as keyof typeof DOTS] ?? 'bg-muted-foreground' // statuses that documents do not have are gray
  return (
    <span class="badge" data-variant="outline">
      <span class={`size-2 rounded-full ${dot}`} aria-hidden="true" />
      {t(LABELS[status] ?? status)}
    </span>
  )
}
