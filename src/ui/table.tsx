/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx'

/** The header of a column. */
export interface Column {
  readonly label: Child
  /** Alignment of the cells; numbers are aligned right. Default `left`. */
  readonly align?: 'left' | 'right'
  /** Hides the header from view, but not from screen readers, for columns of buttons and pictures. Default `false`. */
  readonly silent?: boolean
}

interface TableProps {
  /** Description of the table for screen readers. */
  readonly label: string
  readonly columns: readonly (Column | string)[]
  /**
   * Stacks a row's cells vertically below a width of 40 rem, each preceded by its `data-label`. For tables with few
   * rows and long text. Default `false`: the table scrolls horizontally.
   */
  readonly stack?: boolean
}

/** A table that scrolls horizontally on narrow pages, with the keyboard as well. `children` are its rows. */
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
