/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content, Page } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { EmptyState, Icon, t, tn } from 'lintel/ui'
import type { Library } from '../library.ts'
import { describeKind, nameOf, pictureOf } from './item-words.ts'
import { scriptOf } from './script.ts'
import { Thumbnail } from './thumbnail.tsx'
import { Uploader } from './uploader.tsx'

/** Returns a dialog for choosing one file, or only its search results. */
export function picker(c: RequestContext, library: Library): Page {
  const content = library.query.part === 'results' ? pickerResults(library) : pickerDialog(library, scriptOf(c))
  return { title: t('Choose from the library'), content }
}

/** Returns the dialog with a search, uploads by drop and paste, and a button for each file. */
function pickerDialog(library: Library, script: string): Content {
  const { query, rights, limits } = library
  const kind = query.pick === undefined || query.pick === 'any' ? undefined : query.pick
  const types = kind === undefined ? limits.allowedTypes : limits.allowedTypes.filter((type) => type.startsWith(kind))
  return (
    <dialog
      class="dialog"
      aria-label={t('Choose from the library')}
      data-media-dialog
      data-media-script={script}
      data-pick={query.pick}
    >
      <div class="max-h-[90svh] w-full overflow-y-auto sm:max-w-3xl">
        <header>
          <h2>{t('Choose from the library')}</h2>
          <p>{kind === undefined ? t('All kinds of files') : describeKind(kind)}</p>
        </header>
        <section class="grid gap-4 *:min-w-0">
          <div class="flex flex-wrap items-end gap-2">
            <label class="grid min-w-0 grow gap-1 text-sm">
              {t('Search')}
              <input class="input" type="search" data-max={200} data-search />
            </label>
            {rights.upload && (
              <button type="button" class="btn" data-variant="outline" data-media-choose>
                <Icon name="upload" />
                {t('Upload files')}
              </button>
            )}
          </div>
          {rights.upload && (
            <p class="text-xs text-muted-foreground">
              {t('Or drop a file here, or paste a picture: it is chosen at once.')}
            </p>
          )}
          {rights.upload && (
            <Uploader
              limits={{ ...limits, allowedTypes: types }}
              folder={query.folder ?? ''}
              results=""
              place="dialog"
            />
          )}
          <div data-found>{pickerResults(library)}</div>
        </section>
        <button
          type="button"
          class="grid size-7 place-items-center rounded-sm"
          data-close-dialog
          aria-label={t('Close')}
        >
          <Icon name="x" />
        </button>
      </div>
    </dialog>
  )
}

/** Returns the search results, each as a button that chooses the item. */
function pickerResults({ items, pagination }: Library): Content {
  if (items.length === 0) {
    return (
      <EmptyState icon="search" title={t('Nothing found')}>
        {t('Upload a file, or search for something else.')}
      </EmptyState>
    )
  }
  return (
    <div class="grid gap-3">
      <ul class="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {items.map((item) => (
          <li class="min-w-0">
            <button
              type="button"
              class="grid w-full gap-1 rounded-md border p-2 text-left hover:bg-accent focus-visible:outline-2 focus-visible:outline-ring"
              data-media-choice={item.id}
              data-label={nameOf(item)}
              data-thumbnail={pictureOf(item) ?? undefined}
              data-type={item.type}
            >
              <Thumbnail item={item} class="aspect-4/3 w-full" />
              <span class="w-full truncate text-xs">{nameOf(item)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="flex items-center justify-between gap-2 text-xs text-muted-foreground">
        <span role="status">{tn(pagination.total, '{count} file', '{count} files')}</span>
        {pagination.totalPages > 1 && (
          <span class="flex gap-2">
            <PageButton page={pagination.page - 1} label={t('Previous')} isThere={pagination.hasPrev} />
            <PageButton page={pagination.page + 1} label={t('Next')} isThere={pagination.hasNext} />
          </span>
        )}
      </div>
    </div>
  )
}

function PageButton({ page, label, isThere }: { page: number; label: string; isThere: boolean }) {
  return (
    <button type="button" class="btn" data-variant="outline" data-size="sm" data-page={page} disabled={!isThere}>
      {label}
    </button>
  )
}
