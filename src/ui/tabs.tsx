/** @jsxRuntime automatic @jsxImportSource hono/jsx */
interface TabsProps {
  /** Label of the whole set, for screen readers. */
  readonly label: string
  readonly tabs: readonly { readonly href: string; readonly label: string; readonly current: boolean }[]
}

/** Links to related pages, of which one is the current page. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} class="moves-sideways -mt-2 border-b" data-shows-current>
      <ul class="flex gap-1">
        {tabs.map(({ href, label: text, current }) => (
          <li>
            <a
              href={href}
              aria-current={current ? 'page' : undefined}
              class="block whitespace-nowrap border-b-2 border-transparent px-3 py-2 text-sm text-muted-foreground hover:text-foreground focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring aria-[current=page]:border-primary aria-[current=page]:font-medium aria-[current=page]:text-foreground"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
