/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { t } from '../messages/translate.ts'

interface PagerProps {
  /** Addresses of the neighboring pages; `null` if there is none. */
  readonly previous?: string | null
  readonly next: string | null
  /** Address of the first page, for a list that can only be read forward; `null` on the first page. */
  readonly first?: string | null
  /** Position in the list, as text. */
  readonly position?: string
}

/** Links to the previous and the next page of a list; renders nothing if there is only one page. */
export function Pager({ previous = null, next, first = null, position }: PagerProps) {
  if (previous === null && next === null && first === null) return null
  return (
    <nav aria-label={t('Pages')} class="flex flex-wrap items-center gap-3 text-sm">
      {first !== null && (
        <a class="btn" data-variant="outline" data-size="sm" href={first}>
          {t('First page')}
        </a>
      )}
      {previous !== null && (
        <a class="btn" data-variant="outline" data-size="sm" rel="prev" href={previous}>
          {t('Previous')}
        </a>
      )}
      {position !== undefined && <span class="text-muted-foreground tabular-nums">{position}</span>}
      {next !== null && (
        <a class="btn" data-variant="outline" data-size="sm" rel="next" href={next}>
          {t('Next')}
        </a>
      )}
    </nav>
  )
}
