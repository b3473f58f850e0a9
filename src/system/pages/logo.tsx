/** @jsxRuntime automatic @jsxImportSource hono/jsx */
/** The logo: a lintel, which is the beam that carries the wall above an opening. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" class="size-5 shrink-0 fill-primary" aria-hidden="true">
      <path d="M2 4h20v5H2zM4 11h4v9H4zM16 11h4v9h-4z" />
    </svg>
  )
}
