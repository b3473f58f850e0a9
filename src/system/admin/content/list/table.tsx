/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, StatusBadge, Time, t } from '../../../../ui/index.ts'
import { Marked } from '../../../../ui/marked.tsx'
import { BulkActions } from '../bulk/actions.tsx'
import { editPath } from '../paths.ts'
import { ListStates } from '../translation/list-states.tsx'
import { ListCell } from './cell.tsx'
import { inlineMessages, inlineRow } from './inline-cell.ts'
import type { ListRow } from './object.ts'
import { addressWith, type ListProps } from './props.ts'

interface ListTableProps extends ListProps {
  /** Actions that the caller may carry out on some documents of the collection. */
  readonly actions: { readonly update: boolean; readonly delete: boolean }
}

/** Table of documents, one on each row, with actions on several of them. */
export function ListTable(props: ListTableProps) {
  const { collection, actions } = props
  const canSelect = collection !== null && (actions.delete || (actions.update && collection.drafts))
  if (!canSelect) return <Lines {...props} canSelect={false} />
  return (
    <form
      method="post"
      action={`/admin/content/bulk?collection=${collection.name}`}
      class="grid min-w-0 gap-3"
      data-bulk
    >
      <input type="hidden" name="back" value={props.back} />
      <Lines {...props} canSelect />
      <BulkActions drafts={collection.drafts} hasTrash={collection.trash !== null} actions={actions} />
    </form>
  )
}

function Lines(props: ListTableProps & { canSelect: boolean }) {
  const { collection, rows, columns, inline, canSelect } = props
  // Results of a search over all collections are sorted by relevance.
  const isSearch = collection === null && props.parameters.has('q')
  return (
    <section
      class="moves-sideways relative rounded-lg border focus-visible:outline-2 focus-visible:outline-ring"
      aria-label={t('Documents')}
      tabindex={0}
      {...(inline.size > 0 && { 'data-inline': collection?.name, 'data-words': inlineMessages() })}
    >
      <p class="sr-only" role="status" data-inline-told />
      <table class="table">
        <thead>
          <tr>
            {canSelect && (
              <th class="w-8">
                <input type="checkbox" class="input" data-select-all aria-label={t('Select all on this page')} />
              </th>
            )}
            <SortHeader
              {...props}
              name={isSearch ? null : collection === null ? 'title' : collection.titleField}
              label={t('Title')}
            />
            {collection === null ? (
              <>
                <th scope="col">{t('Collection')}</th>
                <th scope="col">{t('Status')}</th>
                <SortHeader {...props} name={isSearch ? null : 'updatedAt'} label={t('Updated')} />
              </>
            ) : (
              <>
                {collection.locales && <th scope="col">{t('Translations')}</th>}
                {columns.map(({ name, label, canSort }) => (
                  <SortHeader {...props} name={canSort ? name : null} label={label} />
                ))}
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line {...props} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({
  collection,
  collections,
  parameters,
  columns,
  labels,
  inline,
  translations,
  canSelect,
  row,
}: ListTableProps & { canSelect: boolean; row: ListRow }) {
  const title = titleOf(row, collection)
  return (
    <tr class="focus-within:bg-muted/60" data-row {...inlineRow(row)}>
      {canSelect && (
        <td>
          <input
            type="checkbox"
            class="input"
            name="id"
            value={row.id}
            data-select
            aria-label={t('Select {title}', { title })}
          />
        </td>
      )}
      <td class="max-w-44 truncate sm:max-w-96">
        <a
          class="font-medium hover:underline"
          href={editPath(collection?.name ?? String(row.collection), row.id)}
          data-open
        >
          {title}
        </a>
        {typeof row.excerpt === 'string' && (
          <p class="line-clamp-3 text-sm sm:line-clamp-2 whitespace-normal text-muted-foreground">
            <Marked text={row.excerpt} words={parameters.get('q') ?? ''} />
          </p>
        )}
      </td>
      {collection === null ? (
        <>
          <td class="text-muted-foreground">
            {collections.find(({ name }) => name === row.collection)?.label ?? String(row.collection)}
          </td>
          <td>
            <StatusBadge status={row.status} />
          </td>
          <td class="whitespace-nowrap text-muted-foreground">
            <Time at={row.updatedAt} />
          </td>
        </>
      ) : (
        <>
          {collection.locales && (
            <ListStates collection={collection.name} id={row.id} states={translations.get(row.id) ?? {}} />
          )}
          {columns.map((column) => (
            <ListCell column={column} row={row} labels={labels} inline={inline.get(column.name)} />
          ))}
        </>
      )}
    </tr>
  )
}

function titleOf(row: ListRow, collection: ListProps['collection']): string {
  const title = collection === null ? row.title : collection.titleField === null ? null : row[collection.titleField]
  return typeof title === 'string' && title !== '' ? title : row.id
}

/** Header that sorts by its column, and reverses the order if the list is already sorted by it. */
function SortHeader(props: ListProps & { name: string | null; label: string }) {
  const { name, label, collection, parameters } = props
  if (name === null || !canSortBy(name, collection)) return <th scope="col">{label}</th>
  const current = parameters.get('sort')
  const direction = current === name ? 'ascending' : current === `-${name}` ? 'descending' : undefined
  // Times are sorted with the newest first.
  const isTime = name.endsWith('At')
  const sort = current === `-${name}` ? name : current === name || isTime ? `-${name}` : name
  return (
    <th scope="col" aria-sort={direction}>
      <a
        class="inline-flex min-h-6 items-center gap-1 hover:underline"
        href={addressWith(props, { sort, cursor: null })}
      >
        {label}
        {direction && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} class="size-3" />}
      </a>
    </th>
  )
}

function canSortBy(name: string, collection: ListProps['collection']): boolean {
  if (collection === null || name.endsWith('At')) return true
  return collection.fields.some((field) => field.name === name && field.operators.length > 0)
}
