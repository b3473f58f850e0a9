/** @jsxRuntime automatic @jsxImportSource hono/jsx */

/** Text that renders parts in backticks as code. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
}
