/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Badge, Card, EmptyState, Pager, Select, Table, t, tn } from 'lintel/ui'
import { Cell } from '../pages/cell.tsx'
import { Section, titleOf } from '../pages/section.tsx'
import type { TableView } from './inspect-table.ts'
import type { TableQuery } from './table-query.ts'

/** Page of a table: its rows, then its schema. */
export default function tablePage(
  c: RequestContext,
  { result: { data: view }, query }: Shown<{ readonly data: TableView }, TableQuery>,
): Page {
  const { name, pagination } = view
  const content = (
    <Section
      c={c}
      current="tables"
      title={<span class="font-mono">{name}</span>}
      description={tn(pagination.total, '{count} row', '{count} rows')}
      actions={
        <a class="btn" data-variant="outline" href="/admin/database/tables">
          {t('All tables')}
        </a>
      }
    >
      <Filters view={view} query={query} />
      {view.rows.length === 0 ? (
        <EmptyState icon="table" title={t('There are no rows')}>
          {query.q === undefined ? t('Nothing has been stored here yet.') : t('Try other words, or another column.')}
        </EmptyState>
      ) : (
        <Rows view={view} query={query} />
      )}
      <Pager
        previous={pagination.hasPrev ? addressOf(name, { ...query, page: pagination.page - 1 }) : null}
        next={pagination.hasNext ? addressOf(name, { ...query, page: pagination.page + 1 }) : null}
        position={t('Page {page} of {pages}', { page: pagination.page, pages: pagination.totalPages })}
      />
      <Schema view={view} />
    </Section>
  )
  return { title: titleOf('tables'), content }
}

function Filters({ view, query }: { view: TableView; query: TableQuery }) {
  const columns = view.columns.flatMap(({ name, secret }) => (secret ? [] : [name]))
  return (
    <form method="get" class="flex flex-wrap items-end gap-3">
      <label class="grid gap-1 text-sm">
        {t('Column')}
        <Select name="column" none={t('None')} options={columns} chosen={query.column} />
      </label>
      <label class="grid gap-1 text-sm">
        {t('Contains (null for no value)')}
        <input class="input" type="search" name="q" value={query.q ?? ''} data-max={200} />
      </label>
      {query.sort !== undefined && <input type="hidden" name="sort" value={query.sort} />}
      <button type="submit" class="btn" data-variant="outline">
        {t('Filter')}
      </button>
    </form>
  )
}

function Rows({ view, query }: { view: TableView; query: TableQuery }) {
  const columns = view.columns.map(({ name, secret }) => ({
    label: secret ? name : <SortLink view={view} query={query} column={name} />,
  }))
  return (
    <Table label={t('Rows')} columns={columns}>
      {view.rows.map((row) => (
        <tr>
          {view.columns.map(({ name }) => (
            <td>
              <Cell value={row[name]} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

function SortLink({ view, query, column }: { view: TableView; query: TableQuery; column: string }) {
  const isUp = query.sort === column
  const isDown = query.sort === `-${column}`
  return (
    <a
      class="inline-block py-1 font-mono"
      href={addressOf(view.name, { ...query, page: 1, sort: isUp ? `-${column}` : column })}
      title={t('Sort by {column}', { column })}
    >
      {column}
      {isUp ? ' ↑' : isDown ? ' ↓' : ''}
    </a>
  )
}

function Schema({ view }: { view: TableView }) {
  return (
    <>
      <Card title={t('Columns')}>
        <Table label={t('Columns')} columns={[t('Name'), t('Type'), t('Default'), t('Refers to'), t('Kind')]}>
          {view.columns.map((column) => (
            <tr>
              <td class="font-mono">{column.name}</td>
              <td class="font-mono">{column.type}</td>
              <td class="font-mono">{column.default ?? '–'}</td>
              <td class="font-mono">{column.references ?? '–'}</td>
              <td class="flex gap-1">
                {column.primaryKey && <Badge>{t('primary key')}</Badge>}
                {column.notNull && <Badge>{t('not null')}</Badge>}
                {column.secret && <Badge kind="secondary">{t('not shown')}</Badge>}
              </td>
            </tr>
          ))}
        </Table>
      </Card>
      {view.indexes.length > 0 && (
        <Card title={t('Indexes')}>
          <Table label={t('Indexes')} columns={[t('Name'), t('Columns'), t('Kind')]}>
            {view.indexes.map(({ name, columns, unique }) => (
              <tr>
                <td class="font-mono">{name}</td>
                <td class="font-mono">{columns.join(', ')}</td>
                <td>{unique && <Badge>{t('unique')}</Badge>}</td>
              </tr>
            ))}
          </Table>
        </Card>
      )}
      <details class="text-sm">
        <summary class="cursor-pointer py-1">{t('The SQL that created it')}</summary>
        <pre class="overflow-x-auto rounded-md bg-muted p-4 text-xs" tabindex={0}>
          {view.sql}
        </pre>
      </details>
    </>
  )
}

function addressOf(name: string, query: TableQuery): string {
  const entries = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return `/admin/database/tables/${encodeURIComponent(name)}?${new URLSearchParams(entries)}`
}
