/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { Logo } from './logo.tsx'

/** Frame for a single element in the middle of the page: signing in, an error. */
export function NarrowFrame({ name, children }: PropsWithChildren<{ name: string }>) {
  return (
    <main class="flex min-h-svh flex-col items-center justify-center gap-8 bg-sidebar p-6">
      <a href="/admin/" class="flex items-center gap-2 font-semibold">
        <Logo />
        {name}
      </a>
      <div class="w-full max-w-sm">{children}</div>
    </main>
  )
}
