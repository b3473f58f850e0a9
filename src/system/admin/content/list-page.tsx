import type { Content } from '../../../config/pages.ts'
import type { RequestContext } from '../../../config/plugin.ts'
import { decisionFor, type ManifestCollection } from '../../../runtime/kit.ts'
import { Alert, EmptyState, Icon, PageHeader, StatusBadge, Time } from '../../../ui/index.ts'
import { may } from './collection-for.ts'
import { ListFilters } from './list-filters.tsx'
import type { ListProps, ListRow } from './list-props.ts'
import { editPath, listPath, newPath } from './paths.ts'

const DONE: Readonly<Record<string, string>> = {
  deleted: 'Deleted.',
  publish: 'Published.',
  unpublish: 'Back to draft.',
  delete: 'Deleted.',
}

/** The list of documents with its filters. */
export function contentList(c: RequestContext, props: ListProps): Content {
  const { collection, collections, problem, pagination, rows } = props
  const done = DONE[c.req.query('did') ?? '']
  return (
    <>
      <PageHeader
        title={collection?.label ?? 'Content'}
        description={collection === null ? 'Documents of all collections.' : collection.description}
      >
        {collection ? (
          may(c, collection, 'create') && (
            <a class="btn" href={newPath(collection.name)}>
              <Icon name="plus" />
              New
            </a>
          )
        ) : (
          <NewMenu collections={collections.filter((each) => !each.singleton && may(c, each, 'create'))} />
        )}
      </PageHeader>
      <Collections
        collections={collections.filter(({ access }) => decisionFor(c, access.read) !== false)}
        current={collection?.name ?? null}
      />
      {done && <Alert kind="success" title={done} />}
      <ListFilters {...props} />
      <div id="results" class="grid min-w-0 gap-4">
        {problem !== null ? (
          <Alert kind="error" title="The list cannot be shown">
            {problem}
          </Alert>
        ) : rows.length === 0 ? (
          <Nothing {...props} mayCreate={collection !== null && may(c, collection, 'create')} />
        ) : (
          <Documents
            {...props}
            canChange={collection !== null && (may(c, collection, 'update') || may(c, collection, 'delete'))}
          />
        )}
        {pagination && <Pages {...props} pagination={pagination} />}
      </div>
    </>
  )
}

function NewMenu({ collections }: { collections: readonly ManifestCollection[] }) {
  if (collections.length === 0) return null
  return (
    <form action="/admin/content/new" class="flex gap-2">
      <select name="collection" class="select" aria-label="Collection of the new document">
        {collections.map(({ name, label }) => (
          <option value={name}>{label}</option>
        ))}
      </select>
      <button type="submit" class="btn">
        <Icon name="plus" />
        New
      </button>
    </form>
  )
}

function Collections({ collections, current }: { collections: readonly ManifestCollection[]; current: string | null }) {
  const links = [
    { name: null, label: 'All', path: '/admin/content/' },
    ...collections.map(({ name, label }) => ({ name, label, path: listPath(name) })),
  ]
  return (
    <nav aria-label="Collections" class="flex gap-1 overflow-x-auto border-b pb-2">
      {links.map(({ name, label, path }) => (
        <a
          href={path}
          class="btn shrink-0"
          data-variant={name === current ? 'secondary' : 'ghost'}
          data-size="sm"
          aria-current={name === current ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}

function Nothing({ collection, parameters, mayCreate }: ListProps & { mayCreate: boolean }) {
  const isFiltered = [...parameters.keys()].some((name) => name !== 'sort')
  if (isFiltered)
    return (
      <EmptyState icon="search" title="Nothing was found">
        <a class="underline" href={collection ? listPath(collection.name) : '/admin/content/'}>
          Show everything
        </a>
      </EmptyState>
    )
  return (
    <EmptyState icon="file-text" title="Nothing here yet">
      {collection && mayCreate ? (
        <a class="underline" href={newPath(collection.name)}>
          Write the first one
        </a>
      ) : (
        'What is written stands here.'
      )}
    </EmptyState>
  )
}

function Documents(props: ListProps & { canChange: boolean }) {
  const { collection, rows, people, canChange } = props
  const canSelect = collection !== null && canChange
  const table = (
    <div class="overflow-x-auto rounded-lg border">
      <table class="table">
        <thead>
          <tr>
            {canSelect && (
              <th class="w-8">
                <input type="checkbox" class="input" data-select-all aria-label="Select all on this page" />
              </th>
            )}
            <SortHeader {...props} name={collection === null ? 'title' : collection.titleField} label="Title" />
            {collection === null && <th>Collection</th>}
            <th>Status</th>
            <SortHeader {...props} name="updatedAt" label="Updated" />
            {collection !== null && <th class="max-sm:hidden">By</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const title = titleOf(row, collection)
            return (
              <tr>
                {canSelect && (
                  <td>
                    <input
                      type="checkbox"
                      class="input"
                      name="id"
                      value={row.id}
                      data-select
                      aria-label={`Select ${title}`}
                    />
                  </td>
                )}
                <td class="max-w-96 truncate">
                  <a
                    class="font-medium hover:underline"
                    href={editPath(collection?.name ?? String(row.collection), row.id)}
                  >
                    {title}
                  </a>
                </td>
                {collection === null && <td class="text-muted-foreground">{String(row.collection)}</td>}
                <td>
                  <StatusBadge status={row.status} />
                </td>
                <td class="whitespace-nowrap text-muted-foreground">
                  <Time at={row.updatedAt} />
                </td>
                {collection !== null && (
                  <td class="max-w-40 truncate text-muted-foreground max-sm:hidden">
                    {people.get(String(row.updatedBy ?? row.createdBy)) ?? '–'}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
  if (!canSelect) return table
  return (
    <form
      method="post"
      action={`/admin/content/bulk?collection=${collection.name}`}
      class="grid min-w-0 gap-3"
      data-bulk
    >
      {table}
      <div class="flex flex-wrap items-center gap-2">
        <span class="text-sm text-muted-foreground" data-selected>
          With the selected:
        </span>
        {collection.drafts && (
          <>
            <button type="submit" class="btn" data-variant="outline" data-size="sm" name="action" value="publish">
              Publish
            </button>
            <button type="submit" class="btn" data-variant="outline" data-size="sm" name="action" value="unpublish">
              Unpublish
            </button>
          </>
        )}
        <button
          type="submit"
          class="btn"
          data-variant="destructive"
          data-size="sm"
          name="action"
          value="delete"
          data-confirm="Delete the selected documents? This cannot be undone."
        >
          Delete
        </button>
      </div>
    </form>
  )
}

function titleOf(row: ListRow, collection: ManifestCollection | null): string {
  const title = collection === null ? row.title : collection.titleField === null ? null : row[collection.titleField]
  return typeof title === 'string' && title !== '' ? title : row.id
}

/** Sorts by the column, and the other way round when it is sorted so already. */
function SortHeader({ name, label, collection, parameters }: ListProps & { name: string | null; label: string }) {
  const canSort =
    name !== null &&
    (collection === null ||
      name === 'updatedAt' ||
      collection.fields.some((field) => field.name === name && field.operators.length > 0))
  if (!canSort) return <th>{label}</th>
  const current = parameters.get('sort')
  const direction = current === name ? 'ascending' : current === `-${name}` ? 'descending' : undefined
  const sort = current === `-${name}` ? name : current === name || name === 'updatedAt' ? `-${name}` : name
  return (
    <th aria-sort={direction}>
      <a
        class="inline-flex items-center gap-1 hover:underline"
        href={addressWith({ collection, parameters }, { sort, cursor: null })}
      >
        {label}
        {direction && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} class="size-3" />}
      </a>
    </th>
  )
}

function Pages(props: ListProps & { pagination: NonNullable<ListProps['pagination']> }) {
  const { pagination, rows } = props
  const { total, nextCursor } = pagination
  const isLater = props.parameters.has('cursor')
  return (
    <nav aria-label="Pages" class="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
      <span class="grow">{total === undefined ? `${rows.length} shown` : `${total.toLocaleString('en')} in all`}</span>
      {isLater && (
        <a class="btn" data-variant="outline" data-size="sm" href={addressWith(props, { cursor: null })}>
          First page
        </a>
      )}
      {nextCursor !== null && (
        <a
          class="btn"
          data-variant="outline"
          data-size="sm"
          rel="next"
          href={addressWith(props, { cursor: nextCursor })}
        >
          Next
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  )
}

function addressWith(
  { collection, parameters }: Pick<ListProps, 'collection' | 'parameters'>,
  changed: { readonly [name: string]: string | null },
): string {
  const next = new URLSearchParams(parameters)
  if (collection !== null) next.set('collection', collection.name)
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return `/admin/content/?${next}`
}
