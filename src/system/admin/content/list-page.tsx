/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../config/pages.ts'
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { decisionFor, type ManifestCollection } from '../../../runtime/kit.ts'
import { Alert, EmptyState, Icon, message, PageHeader, Select, t } from '../../../ui/index.ts'
import { may } from './collection-for.ts'
import { ListChips } from './list-chips.tsx'
import { listProps } from './list-data.ts'
import { ListFilters } from './list-filters.tsx'
import { KeySheet } from './list-keys.tsx'
import type { List } from './list-object.ts'
import { ListPages } from './list-pages.tsx'
import type { ListProps } from './list-props.ts'
import { addressOf } from './list-query.ts'
import { ListTable } from './list-table.tsx'
import { ListTools } from './list-tools.tsx'
import { listPath, newPath, trashPath } from './paths.ts'
import { hasTrash } from './trash-data.ts'

const DONE: Readonly<Record<string, string>> = {
  deleted: message('Deleted.'),
  publish: message('Published.'),
  schedule: message('Scheduled.'),
  unpublish: message('Back to draft.'),
  delete: message('Deleted.'),
  trashed: message('Moved to the trash.'),
}

/** The list of documents with its filters. A question that the API refuses is shown in it, to be put in another way. */
export default async function listPage(c: RequestContext, { result, refused }: Shown<List | undefined>): Promise<Page> {
  // What a script has filtered by stands in the address, too.
  c.header('HX-Push-Url', addressOf(c))
  const problem = refused && (refused.problem.detail ?? t('The list cannot be shown.'))
  const props = await listProps(c, result ?? null, problem)
  return { title: props.collection?.label ?? t('Content'), content: contentList(c, props) }
}

function contentList(c: RequestContext, props: ListProps): Content {
  const { collection, collections, problem, rows } = props
  const did = c.req.query('did') ?? ''
  const done = DONE[did === 'delete' && collection?.trash ? 'trashed' : did]
  const undo = c.req.query('undo')
  const readable = collections.filter(({ access }) => decisionFor(c, access.read) !== false)
  const mayCreate = collection !== null && may(c, collection, 'create')
  const actions = {
    update: collection !== null && may(c, collection, 'update'),
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
      {done && (
        <Alert kind="success" title={t(done)}>
          {collection?.trash && undo !== undefined && <Undo collection={collection.name} id={undo} />}
          {collection?.trash && undo === undefined && did === 'delete' && (
            <a class="underline" href={trashPath(collection.name)}>
              {t('Open the trash')}
            </a>
          )}
        </Alert>
      )}
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

/** Restores what has just been deleted. */
function Undo({ collection, id }: { collection: string; id: string }) {
  return (
    <form method="post" action={trashPath(collection)}>
      <button
        type="submit"
        class="btn"
        data-variant="outline"
        data-size="sm"
        name="one"
        value={`restore ${collection}/${id}`}
      >
        <Icon name="rotate-ccw" />
        {t('Undo')}
      </button>
    </form>
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
    <nav aria-label={t('Collections')} class="moves-sideways flex gap-1 border-b pb-2 md:hidden" data-shows-current>
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
