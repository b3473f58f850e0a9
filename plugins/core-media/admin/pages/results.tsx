/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Badge, EmptyState, formatBytes, Icon, Pager, Table, Time, t, tn } from 'lintel/ui'
import type { ItemObject } from '../../library/item-object.ts'
import type { Library } from '../library.ts'
import { libraryPath } from '../library-query.ts'
import { BulkBar } from './bulk-bar.tsx'
import { FolderTiles } from './folder-tiles.tsx'
import { detailsPath, nameOf } from './item-words.ts'
import { Thumbnail } from './thumbnail.tsx'

/** Contents of the library for a query: folders, items with checkboxes, and actions on those that are checked. */
export function Results(library: Library) {
  const { query, items, pagination, view, rights } = library
  const isSearch = query.q !== undefined || query.tag !== undefined
  const canChange = rights.upload || rights.delete
  return (
    <div id="media-results" class="grid gap-4 *:min-w-0">
      {!isSearch && query.page === 1 && <FolderTiles {...library} />}
      {items.length === 0 ? (
        <Nothing library={library} isSearch={isSearch} />
      ) : (
        <form method="post" action="/admin/media/bulk" class="grid gap-4 *:min-w-0" data-media-select>
          <input type="hidden" name="back" value={libraryPath({ ...query, did: undefined, count: undefined })} />
          {canChange && <BulkBar {...library} />}
          {view === 'grid' ? (
            <Grid items={items} canChange={canChange} />
          ) : (
            <List items={items} canChange={canChange} />
          )}
        </form>
      )}
      <LibraryPager {...library} />
      <p class="text-sm text-muted-foreground" role="status">
        {tn(pagination.total, '{count} file', '{count} files')}
      </p>
    </div>
  )
}

interface ItemsProps {
  readonly items: readonly ItemObject[]
  readonly canChange: boolean
}

function Grid({ items, canChange }: ItemsProps) {
  return (
    <ul class="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4" data-media-items>
      {items.map((item) => (
        <li class="group relative min-w-0 rounded-lg border bg-card p-2 has-checked:border-primary has-checked:ring-1 has-checked:ring-primary">
          <a
            href={detailsPath(item.id)}
            class="grid gap-2 rounded-md focus-visible:outline-2 focus-visible:outline-ring"
          >
            <Thumbnail item={item} class="aspect-4/3 w-full" />
            <span class="min-w-0 px-1">
              <span class="block truncate text-sm font-medium" title={item.originalName}>
                {nameOf(item)}
              </span>
              <span class="block truncate text-xs text-muted-foreground">{sizeInWords(item)}</span>
            </span>
          </a>
          {canChange && <Tick item={item} class="absolute left-3 top-3 rounded-md border bg-background shadow-xs" />}
          {item.private && (
            <span class="absolute right-3 top-3">
              <Badge kind="secondary">{t('Private')}</Badge>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function List({ items, canChange }: ItemsProps) {
  return (
    <div data-media-items>
      <Table
        label={t('Files')}
        columns={[
          ...(canChange ? [{ label: t('Select'), silent: true }] : []),
          t('Name'),
          t('Folder'),
          t('Type'),
          { label: t('Size'), align: 'right' as const },
          t('Added'),
        ]}
      >
        {items.map((item) => (
          <tr class="has-checked:bg-accent">
            {canChange && (
              <td>
                <Tick item={item} />
              </td>
            )}
            <td>
              <a class="flex items-center gap-3 font-medium hover:underline" href={detailsPath(item.id)}>
                <Thumbnail item={item} class="size-10 shrink-0" />
                <span class="max-w-64 truncate">{nameOf(item)}</span>
                {item.private && <Icon name="lock" class="size-3.5 text-muted-foreground" />}
              </a>
            </td>
            <td class="text-muted-foreground">{item.folder || '–'}</td>
            <td class="text-muted-foreground">{item.type}</td>
            <td class="whitespace-nowrap text-right tabular-nums">{formatBytes(item.size)}</td>
            <td class="whitespace-nowrap">
              <Time at={item.createdAt} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

function Tick({ item, class: place = '' }: { item: ItemObject; class?: string }) {
  const label = t('Select {name}', { name: nameOf(item) })
  return (
    <label class={`grid size-7 place-items-center ${place}`}>
      <input type="checkbox" class="input" name="ids" value={item.id} aria-label={label} data-media-tick />
    </label>
  )
}

function sizeInWords({ width, height, size }: ItemObject): string {
  return width === null || height === null ? formatBytes(size) : `${width} × ${height} · ${formatBytes(size)}`
}

function Nothing({ library: { query, rights }, isSearch }: { library: Library; isSearch: boolean }) {
  if (isSearch || query.type !== undefined) {
    return (
      <EmptyState icon="search" title={t('Nothing found')}>
        {t('No file in the library matches. The search covers names, titles, alternative text and tags.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="image" title={t('No files here yet')}>
      {rights.upload
        ? t('Drop files anywhere on this page, paste a picture, or choose files to upload.')
        : t('Uploaded files appear here.')}
    </EmptyState>
  )
}

function LibraryPager({ query, pagination: { page, totalPages, hasNext, hasPrev } }: Library) {
  const at = (number: number) => libraryPath({ ...query, page: number, did: undefined, count: undefined })
  return (
    <Pager
      previous={hasPrev ? at(page - 1) : null}
      next={hasNext ? at(page + 1) : null}
      position={t('Page {page} of {total}', { page, total: Math.max(1, totalPages) })}
    />
  )
}
