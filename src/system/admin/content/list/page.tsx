/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { RequestContext } from '../../../../config/request.ts'
import type { Page, Shown } from '../../../../config/route.ts'
import type { Content } from '../../../../ground/content.ts'
import { decisionFor, hasPermission, type ManifestCollection } from '../../../../runtime/kit.ts'
import { Alert, EmptyState, Icon, PageHeader, Select, t } from '../../../../ui/index.ts'
import { MOST_IN_MENU, showViewsInMenu } from '../../../pages/menu-lines.ts'
import { outcomeIn } from '../bulk/outcome.ts'
import { may } from '../collection-for.ts'
import { addressOf } from '../list-query.ts'
import { listPath, newPath, trashPath } from '../paths.ts'
import { hasTrash } from '../trash/data.ts'
import { ListChips } from './chips.tsx'
import { listProps } from './data.ts'
import { ListFilters } from './filters.tsx'
import { KeySheet } from './keys.tsx'
import { ListNotice } from './notice.tsx'
import type { List } from './object.ts'
import { ListPages } from './pager.tsx'
import type { ListProps } from './props.ts'
import { ListTable } from './table.tsx'
import { ListTools, viewPath } from './tools.tsx'

/**
 * Page with the list of documents and its filters. If the API refuses the query, the page shows the query's filters, so
 * that the user can change them.
 */
export default async function listPage(c: RequestContext, { result, refused }: Shown<List | undefined>): Promise<Page> {
  // Puts the filters that a script has set into the address.
  c.header('HX-Push-Url', addressOf(c))
  const problem = refused && (refused.problem.detail ?? t('The list cannot be shown.'))
  const props = await listProps(c, result ?? null, problem)
  if (props.collection !== null) showViewsInMenu(c, viewLines(props.collection.name, props))
  return { title: props.collection?.label ?? t('Content'), content: contentList(c, props) }
}

function viewLines(collection: string, { views, view }: ListProps) {
  return views.map((one) => ({
    label: one.name,
    path: viewPath(collection, one),
    isCurrent: one.id === view?.id,
    isShared: one.shared,
  }))
}

function contentList(c: RequestContext, props: ListProps): Content {
  const { collection, collections, problem, rows } = props
  const readable = collections.filter(({ access }) => decisionFor(c, access.read) !== false)
  const mayCreate = collection !== null && may(c, collection, 'create')
  const actions = {
    update: collection !== null && may(c, collection, 'update') && hasPermission(c, 'content.publish'),
    delete: collection !== null && may(c, collection, 'delete'),
  }
  return (
    <>
      <PageHeader
        title={collection?.label ?? t('Content')}
        description={collection === null ? t('Documents of all collections.') : collection.description}
      >
        <KeySheet />
        {(collection === null ? readable.some((each) => hasTrash(c, each)) : hasTrash(c, collection)) && (
          <a class="btn" data-variant="outline" href={trashPath(collection?.name)}>
            <Icon name="trash-2" />
            {t('Trash')}
          </a>
        )}
        {collection === null ? (
          <NewMenu collections={collections.filter((each) => !each.singleton && may(c, each, 'create'))} />
        ) : (
          mayCreate && (
            <a class="btn" href={newPath(collection.name)} data-new>
              <Icon name="plus" />
              {t('New')}
            </a>
          )
        )}
      </PageHeader>
      <Collections collections={readable} current={collection?.name ?? null} />
      <ListNotice {...props} outcome={outcomeIn(c)} />
      <ListFilters {...props} />
      <div id="results" class="grid min-w-0 gap-4" data-results>
        <ListChips {...props} />
        {collection !== null && <ListTools {...props} mayShare={c.get('user')?.role === 'admin'} />}
        {problem !== null ? (
          <Alert kind="error" title={t('The list cannot be shown')}>
            {problem}
          </Alert>
        ) : rows.length === 0 ? (
          <Nothing {...props} mayCreate={mayCreate} />
        ) : (
          <ListTable {...props} actions={actions} />
        )}
        <ListPages {...props} />
      </div>
    </>
  )
}

function NewMenu({ collections }: { collections: readonly ManifestCollection[] }) {
  if (collections.length === 0) return null
  return (
    <form action="/admin/content/new" class="flex gap-2">
      <Select
        name="collection"
        aria-label={t('Collection of the new document')}
        options={collections.map(({ name, label }) => [name, label] as const)}
      />
      <button type="submit" class="btn" data-new>
        <Icon name="plus" />
        {t('New')}
      </button>
    </form>
  )
}

function Collections({ collections, current }: { collections: readonly ManifestCollection[]; current: string | null }) {
  const links = [
    { name: null, label: t('All'), path: '/admin/content/' },
    ...collections.map(({ name, label }) => ({ name, label, path: listPath(name) })),
  ]
  return (
    <nav
      aria-label={t('Collections')}
      class={`moves-sideways flex gap-1 border-b pb-2 ${collections.length > MOST_IN_MENU ? '' : 'md:hidden'}`}
      data-shows-current
    >
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
  const isFiltered = [...parameters.keys()].some((name) => name !== 'sort' && name !== 'limit')
  if (isFiltered)
    return (
      <EmptyState icon="search" title={t('Nothing was found')}>
        <a class="underline" href={collection ? listPath(collection.name) : '/admin/content/'}>
          {t('Show everything')}
        </a>
      </EmptyState>
    )
  return (
    <EmptyState icon="file-text" title={t('Nothing here yet')}>
      {collection && mayCreate ? (
        <a class="underline" href={newPath(collection.name)}>
          {t('Create the first one')}
        </a>
      ) : (
        t('Documents appear here.')
      )}
    </EmptyState>
  )
}
