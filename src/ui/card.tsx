/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx'

/** A framed section of a page. */
export function Card({
  title,
  description,
  footer,
  children,
}: PropsWithChildren<{ title?: string; description?: Child; footer?: Child }>) {
  return (
    <div class="card">
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {description && <p>{description}</p>}
        </header>
      )}
      <section>{children}</section>
      {footer && <footer>{footer}</footer>}
    </div>
  )
}
