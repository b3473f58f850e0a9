/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, t } from '../../../../ui/index.ts'
import type { SavedView } from './choices.ts'
import type { ListProps } from './props.ts'

/** Classes of a panel below its button; on narrow screens it is at the edge of the row, wherever the button is. */
const PANEL =
  'absolute right-0 z-20 mt-1 grid w-64 gap-3 rounded-md border bg-popover p-3 text-popover-foreground shadow-md'

/** Saved views of a collection, with forms that save, change and delete views, and the choice of columns. */
export function ListTools(props: ListProps & { mayShare: boolean }) {
  const { collection, views, view } = props
  if (collection === null) return null
  return (
    <div class="relative flex flex-wrap items-center gap-2">
      {views.length > 0 && (
        <nav aria-label={t('Views')} class="flex min-w-0 flex-wrap gap-1 md:hidden">
          {views.map((one) => (
            <a
              class="btn"
              data-variant={one.id === view?.id ? 'secondary' : 'ghost'}
              data-size="sm"
              href={viewPath(collection.name, one)}
              aria-current={one.id === view?.id ? 'page' : undefined}
            >
              {one.shared && <Icon name="users" />}
              {one.name}
            </a>
          ))}
        </nav>
      )}
      <span class="grow" />
      {view !== null && (view.isOwn || props.mayShare) && <ChangeView {...props} view={view} />}
      {view !== null && (view.isOwn || props.mayShare) && (
        <form method="post" action={`/admin/content/views/${view.id}/delete?collection=${collection.name}`}>
          <button type="submit" class="btn" data-variant="ghost" data-size="sm">
            <Icon name="trash-2" />
            {t('Delete view')}
          </button>
        </form>
      )}
      <SaveView {...props} />
      <Columns {...props} />
    </div>
  )
}

/** Returns the address of a view. */
export function viewPath(collection: string, { id, query }: SavedView): string {
  const address = new URLSearchParams(query)
  address.set('collection', collection)
  address.set('view', id)
  return `/admin/content/?${address}`
}

function SaveView({ collection, parameters, columns, mayShare }: ListProps & { mayShare: boolean }) {
  return (
    <details class="sm:relative" data-menu>
      <summary class="btn" data-variant="outline" data-size="sm">
        <Icon name="star" />
        {t('Save view')}
      </summary>
      <form method="post" action={`/admin/content/views?collection=${collection?.name ?? ''}`} class={PANEL}>
        <input type="hidden" name="query" value={queryOf(parameters)} />
        {columns.map(({ name }) => (
          <input type="hidden" name="column" value={name} />
        ))}
        <label class="grid gap-1 text-sm">
          {t('Name of the view')}
          <input class="input" name="name" required data-max={80} autocomplete="off" />
        </label>
        {mayShare && (
          <label class="flex items-center gap-2 text-sm">
            <input class="input" type="checkbox" name="shared" value="yes" />
            {t('Visible to everybody')}
          </label>
        )}
        <button type="submit" class="btn" data-size="sm">
          {t('Save')}
        </button>
      </form>
    </details>
  )
}

function ChangeView({ collection, parameters, columns, available, view }: ListProps & { view: SavedView }) {
  return (
    <details class="sm:relative" data-menu>
      <summary class="btn" data-variant="ghost" data-size="sm">
        <Icon name="pencil" />
        {t('Change view')}
      </summary>
      <form method="post" action={`/admin/content/views/${view.id}?collection=${collection?.name ?? ''}`} class={PANEL}>
        <input type="hidden" name="query" value={queryOf(parameters)} />
        <label class="grid gap-1 text-sm">
          {t('Name of the view')}
          <input class="input" name="name" value={view.name} required data-max={80} autocomplete="off" />
        </label>
        <label class="flex items-center gap-2 text-sm">
          <input class="input" type="checkbox" name="update" value="yes" />
          {t('Use the current filters and sort order')}
        </label>
        <ColumnChoice columns={columns} available={available} />
        <button type="submit" class="btn" data-size="sm">
          {t('Save')}
        </button>
      </form>
    </details>
  )
}

function Columns({ collection, parameters, columns, available, view }: ListProps) {
  return (
    <details class="sm:relative" data-menu>
      <summary class="btn" data-variant="outline" data-size="sm">
        <Icon name="columns-3" />
        {t('Columns')}
      </summary>
      <form method="post" action={`/admin/content/columns?collection=${collection?.name ?? ''}`} class={PANEL}>
        <input type="hidden" name="query" value={queryOf(parameters)} />
        {view !== null && <input type="hidden" name="view" value={view.id} />}
        <ColumnChoice columns={columns} available={available} />
        <div class="flex gap-2">
          <button type="submit" class="btn" data-size="sm">
            {t('Show')}
          </button>
        </div>
      </form>
    </details>
  )
}

function ColumnChoice({ columns, available }: Pick<ListProps, 'columns' | 'available'>) {
  const names = columns.map(({ name }) => name)
  // Visible columns come first, in their order.
  const all = [...columns, ...available.filter(({ name }) => !names.includes(name))]
  return (
    <fieldset class="grid max-h-72 gap-1 overflow-y-auto text-sm">
      <legend class="sr-only">{t('Columns besides the title')}</legend>
      {all.map(({ name, label }) => (
        <label class="flex min-h-6 items-center gap-2">
          <input class="input" type="checkbox" name="column" value={name} checked={names.includes(name)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the query without the position in the list. */
function queryOf(parameters: URLSearchParams): string {
  const query = new URLSearchParams(parameters)
  query.delete('cursor')
  return query.toString()
}
