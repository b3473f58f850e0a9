/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx'

/** The head of a column. */
export interface Column {
  readonly label: Child
  /** Numbers stand at the right. Default `left`. */
  readonly align?: 'left' | 'right'
  /** Read out, not shown: over buttons and pictures. Default `false`. */
  readonly silent?: boolean
}

interface TableProps {
  /** Description of the rows for people who cannot see the heading above. */
  readonly label: string
  readonly columns: readonly (Column | string)[]
  /**
   * Below 40 rem a row's cells stand one below the other, each with what its `data-label` says before it. For tables of
   * few rows and long texts. Default `false`: the table moves sideways.
   */
  readonly stack?: boolean
}

/** A table that moves sideways in itself where the page is narrow, by the keyboard too. `children` are its rows. */
export function Table({ label, columns, stack = false, children }: PropsWithChildren<TableProps>) {
  return (
    <section
      class="moves-sideways relative rounded-sm focus-visible:outline-2 focus-visible:outline-ring"
      aria-label={label}
      tabindex={0}
    >
      <table class="table" data-stack={stack ? '' : undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head {...(typeof column === 'string' ? { label: column } : column)} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

function Head({ label, align = 'left', silent = false }: Column) {
  return (
    <th scope="col" class={align === 'right' ? 'text-right' : undefined}>
      {silent ? <span class="sr-only">{label}</span> : label}
    </th>
  )
}
