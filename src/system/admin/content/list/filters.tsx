/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, message, Select, t } from '../../../../ui/index.ts'
import { translationFilters } from '../translation/state-words.ts'
import { FieldFilter, filterOf } from './field-filter.tsx'
import type { ListProps } from './props.ts'

const STATUSES = { draft: message('draft'), scheduled: message('scheduled'), published: message('published') } as const

/** Search, and filters by status, translation, fields and times. */
export function ListFilters(props: ListProps) {
  const { collection, parameters, view } = props
  const canSearch = collection === null || collection.search.length > 0
  const fields = (collection?.fields ?? []).filter(
    (field) => !field.hidden && field.access.read === null && filterOf(field) !== null,
  )
  const times = collection === null ? [] : TIMES
  const hasStatus = collection === null || collection.drafts
  const show = (
    <button type="submit" class="btn" data-variant="outline">
      <Icon name="search" />
      {t('Show')}
    </button>
  )
  return (
    <form
      method="get"
      action="/admin/content/"
      class="grid gap-3"
      hx-get="/admin/content/"
      hx-trigger="submit, input delay:300ms, change delay:300ms"
      hx-target="#results"
      hx-select="#results"
      hx-swap="outerHTML"
      data-filters
    >
      {collection !== null && <input type="hidden" name="collection" value={collection.name} />}
      {view !== null && <input type="hidden" name="view" value={view.id} />}
      {parameters.has('sort') && !parameters.has('q') && (
        <input type="hidden" name="sort" value={parameters.get('sort') ?? ''} />
      )}
      {parameters.has('limit') && <input type="hidden" name="limit" value={parameters.get('limit') ?? ''} />}
      <div class="flex flex-wrap items-end gap-3 empty:hidden">
        {canSearch && (
          <label class="grid grow gap-1 text-sm sm:max-w-sm">
            {t('Search')}
            <input class="input" type="search" name="q" value={parameters.get('q') ?? ''} data-max={200} data-search />
          </label>
        )}
        {hasStatus && (
          <label class="grid gap-1 text-sm">
            {t('Status')}
            <Select
              name="status"
              none={t('Any')}
              options={Object.entries(STATUSES).map(([status, label]) => [status, t(label)] as const)}
              chosen={parameters.get('status')}
            />
          </label>
        )}
        {collection?.locales && (
          <label class="grid gap-1 text-sm">
            {t('Translation')}
            <Select
              name="translation"
              none={t('Any')}
              options={translationFilters(collection.locales)}
              chosen={parameters.get('translation')}
            />
          </label>
        )}
        {(canSearch || hasStatus || collection?.locales) && show}
      </div>
      {collection !== null && (
        <details class="group">
          <summary class="flex min-h-6 w-fit cursor-pointer items-center gap-1 text-sm text-muted-foreground">
            <Icon name="chevron-right" class="size-4 transition-transform group-open:rotate-90" />
            {t('More filters')}
          </summary>
          <div class="mt-3 grid gap-x-4 gap-y-3 md:grid-cols-2 xl:grid-cols-3">
            {[...fields, ...times].map((field) => (
              <FieldFilter field={{ ...field, label: t(field.label) }} {...props} />
            ))}
            {!canSearch && !hasStatus && !collection.locales && <div class="self-end">{show}</div>}
          </div>
        </details>
      )}
    </form>
  )
}

/** Filters by the times of a document that are not fields. */
const TIMES = [
  { name: 'createdAt', label: message('Created') },
  { name: 'updatedAt', label: message('Updated') },
  { name: 'publishedAt', label: message('Published') },
].map((time) => ({ ...time, kind: 'datetime', operators: ['gte', 'lte'] as const, options: {}, target: null }))
