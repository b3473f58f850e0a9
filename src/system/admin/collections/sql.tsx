/** @jsxRuntime automatic @jsxImportSource hono/jsx */
const TOKEN = /("(?:[^"]|"")*"|'(?:[^']|'')*'|--[^\n]*|\b[A-Z]{2,}\b)/

/** SQL with highlighted keywords, strings and comments. */
export function Sql({ text }: { text: string }) {
  return (
    <>
      {text.split(TOKEN).map((part) => {
        if (/^[A-Z]{2,}$/.test(part)) return <b class="font-semibold text-primary">{part}</b>
        if (part.startsWith("'")) return <span class="text-success">{part}</span>
        return part.startsWith('--') ? <span class="text-muted-foreground">{part}</span> : part
      })}
    </>
  )
}
