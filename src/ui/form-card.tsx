/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx'
import { Alert } from './alert.tsx'

export interface FormCardProps {
  /** Heading of the page. */
  readonly title: string
  readonly description?: Child
  /** Error of the whole form. Errors of single fields are shown beside them. */
  readonly error?: string | null
  /** Links to other pages, below the card's content. */
  readonly footer?: Child
}

/** The only card of a narrow page: its heading, its form, and links to other pages. */
export function FormCard({ title, description, error, footer, children }: PropsWithChildren<FormCardProps>) {
  return (
    <div class="card">
      <header class="text-center">
        <h1 class="text-xl font-semibold tracking-tight">{title}</h1>
        {description && <p class="text-balance text-muted-foreground">{description}</p>}
      </header>
      <section class="flex flex-col gap-6">
        {error && <Alert kind="error" title={error} />}
        {children}
        {footer && (
          <div class="flex flex-col items-center gap-2 text-center text-sm [&_a]:underline [&_a]:underline-offset-4">
            {footer}
          </div>
        )}
      </section>
    </div>
  )
}
