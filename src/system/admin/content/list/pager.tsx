/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { language, Pager, t, tn } from '../../../../ui/index.ts'
import { addressWith, type ListProps } from './props.ts'

/** Numbers of documents per page; the first is the default. */
export const PAGE_SIZES = [20, 50, 100] as const

/** Shows the number of documents, links to the previous and the next page, and the number of documents per page. */
export function ListPages(props: ListProps) {
  const { pagination } = props
  if (pagination === null) return null
  const { nextCursor, prevCursor = null } = pagination
  const isAtBeginning = !props.parameters.has('cursor') || !pagination.hasPrev
  return (
    <div class="flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
      <span class="grow tabular-nums">{position(props)}</span>
      <PageSizes {...props} />
      <Pager
        first={isAtBeginning ? null : addressWith(props, { cursor: null })}
        previous={prevCursor === null ? null : addressWith(props, { cursor: prevCursor })}
        next={nextCursor === null ? null : addressWith(props, { cursor: nextCursor })}
      />
    </div>
  )
}

/** Returns `21–40 of 5,809 documents` if the position is known, otherwise the total, or how many are shown. */
function position({ pagination, rows, isPartial }: ListProps): string {
  const { total, page, limit } = pagination ?? {}
  if (isPartial) return tn(rows.length, '{count} best match', '{count} best matches')
  if (total === undefined) return tn(rows.length, '{count} shown', '{count} shown')
  if (page === undefined || limit === undefined || rows.length === 0 || total <= rows.length)
    return tn(total, '{count} document', '{count} documents')
  const number = (value: number) => new Intl.NumberFormat(language()).format(value)
  const first = (page - 1) * limit + 1
  return t('{first}–{last} of {total} documents', {
    first: number(first),
    last: number(Math.min(first + rows.length - 1, total)),
    total: number(total),
  })
}

/** Links for the number of documents per page. The choice remains in the address. */
function PageSizes(props: ListProps) {
  const { pagination, parameters, isPartial } = props
  const [least] = PAGE_SIZES
  const isOne = pagination?.nextCursor === null && !parameters.has('cursor')
  if (isPartial || (isOne && props.rows.length <= least)) return null
  const current = Number(parameters.get('limit') ?? least)
  return (
    <nav class="flex items-center gap-1" aria-label={t('Documents per page')}>
      {PAGE_SIZES.map((size) => (
        <a
          class="btn tabular-nums"
          data-variant={size === current ? 'secondary' : 'ghost'}
          data-size="sm"
          href={addressWith(props, { limit: size === least ? null : String(size), cursor: null })}
          aria-current={size === current ? 'true' : undefined}
        >
          {size}
        </a>
      ))}
    </nav>
  )
}
