interface PagerProps {
  /** Where the pages beside this one are; `null` where there is none. */
  readonly previous: string | null
  readonly next: string | null
  /** Where one is, in words. */
  readonly position?: string
}

/** The ways to the pages of a list before and after this one; nothing where there is only one. */
export function Pager({ previous, next, position }: PagerProps) {
  if (previous === null && next === null) return null
  return (
    <nav aria-label="Pages" class="flex flex-wrap items-center gap-3 text-sm">
      {previous !== null && (
        <a class="btn" data-variant="outline" data-size="sm" rel="prev" href={previous}>
          Previous
        </a>
      )}
      {position !== undefined && <span class="text-muted-foreground tabular-nums">{position}</span>}
      {next !== null && (
        <a class="btn" data-variant="outline" data-size="sm" rel="next" href={next}>
          Next
        </a>
      )}
    </nav>
  )
}
