/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { Icon } from './icon.tsx'

/** A notice that the user should read before continuing. */
export function Alert({
  kind,
  title,
  children,
}: PropsWithChildren<{ kind: 'error' | 'success' | 'note'; title: string }>) {
  const icons = { error: 'circle-alert', success: 'circle-check', note: 'info' } as const
  return (
    <div
      class="alert"
      data-variant={kind === 'error' ? 'destructive' : undefined}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      <Icon name={icons[kind]} />
      <h2>{title}</h2>
      {children && <section>{children}</section>}
    </div>
  )
}
