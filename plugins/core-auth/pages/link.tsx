/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'

/** A link in a sentence or below a form. */
export function Link({ href, children }: PropsWithChildren<{ href: string }>) {
  return (
    <a href={href} class="rounded-sm text-foreground underline-offset-4 hover:underline">
      {children}
    </a>
  )
}

/** Returns the address of another page, with this page's redirect. */
export function withRedirect(path: string, redirect: string | undefined): string {
  return redirect === undefined ? path : `${path}?${new URLSearchParams({ redirect })}`
}
