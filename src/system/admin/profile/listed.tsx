/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Pager, t } from '../../../ui/index.ts'

/** Current page of each list of the profile. */
export interface Pages {
  readonly sessions: number
  readonly tokens: number
}

/** Number of entries per page of a list. */
export const AT_ONCE = 10

/** A page of a list, as the API returns it. */
export interface Listed<Entry> {
  readonly data: readonly Entry[]
  readonly pagination: { readonly page: number; readonly total: number; readonly totalPages: number }
}

export const NOTHING = { data: [], pagination: { page: 1, total: 0, totalPages: 0 } } as const

export function ListPager({
  page,
  totalPages,
  address,
}: Listed<never>['pagination'] & { address: (page: number) => string }) {
  if (totalPages < 2) return null
  return (
    <Pager
      previous={page > 1 ? address(page - 1) : null}
      next={page < totalPages ? address(page + 1) : null}
      position={t('Page {page} of {pages}', { page, pages: totalPages })}
    />
  )
}

export function addressOf({ sessions, tokens }: Pages): string {
  return `/admin/profile?sessions=${sessions}&tokens=${tokens}`
}
