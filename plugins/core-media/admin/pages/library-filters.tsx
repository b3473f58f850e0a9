/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, Select, t } from 'lintel/ui'
import type { Library } from '../library.ts'
import { KINDS, type LibraryQuery, libraryPath, type View } from '../library-query.ts'
import { describeKind } from './item-words.ts'

/** Search, type, sort order and view. With a script, the results change as the user types. */
export function LibraryFilters({ query, view }: Library) {
  const { folder, tag } = query
  return (
    <div class="flex flex-wrap items-end gap-3">
      <form
        method="get"
        action="/admin/media/"
        class="flex min-w-0 grow flex-wrap items-end gap-3"
        hx-get="/admin/media/search"
        hx-trigger="submit, input delay:300ms"
        hx-target="#media-results"
        hx-swap="outerHTML"
        data-media-filters
      >
        {folder !== undefined && <input type="hidden" name="folder" value={folder} />}
        {tag !== undefined && <input type="hidden" name="tag" value={tag} />}
        <label class="grid grow gap-1 text-sm sm:max-w-xs">
          {t('Search')}
          <input class="input" type="search" name="q" value={query.q ?? ''} data-max={200} />
        </label>
        <label class="grid gap-1 text-sm">
          {t('Type')}
          <Select
            name="type"
            none={t('All')}
            options={KINDS.map((kind) => [kind, describeKind(kind)] as const)}
            chosen={query.type}
          />
        </label>
        <label class="grid gap-1 text-sm">
          {t('Order')}
          <Select name="sort" options={orders()} chosen={query.sort ?? '-createdAt'} />
        </label>
        <button type="submit" class="btn" data-variant="outline">
          <Icon name="search" />
          {t('Search')}
        </button>
      </form>
      <nav class="flex gap-1" aria-label={t('View')}>
        <ViewLink query={query} view="grid" current={view} />
        <ViewLink query={query} view="list" current={view} />
      </nav>
      {tag !== undefined && (
        <a
          class="btn"
          data-variant="secondary"
          data-size="sm"
          href={libraryPath({ ...query, tag: undefined, page: 1 })}
        >
          <Icon name="tag" />
          {tag}
          <Icon name="x" />
          <span class="sr-only">{t('Show all tags')}</span>
        </a>
      )}
    </div>
  )
}

function orders(): readonly (readonly [NonNullable<LibraryQuery['sort']>, string])[] {
  return [
    ['-createdAt', t('Newest first')],
    ['createdAt', t('Oldest first')],
    ['-updatedAt', t('Last changed')],
    ['originalName', t('Name')],
    ['title', t('Title')],
    ['-size', t('Largest first')],
    ['size', t('Smallest first')],
  ]
}

function ViewLink({ query, view, current }: { query: LibraryQuery; view: View; current: View }) {
  const isCurrent = view === current
  return (
    <a
      class="btn"
      data-variant={isCurrent ? 'secondary' : 'ghost'}
      data-size="icon"
      href={libraryPath({ ...query, view, did: undefined, count: undefined })}
      aria-label={view === 'grid' ? t('As a grid') : t('As a list')}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <Icon name={view === 'grid' ? 'layout-grid' : 'list'} />
    </a>
  )
}
