/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../../config/request.ts'
import type { Page, Shown } from '../../../../config/route.ts'
import { messagesAsJson } from '../../../../fields/widgets/widget-messages.ts'
import { manifestOf } from '../../../../runtime/kit.ts'
import { Alert, EmptyState, Icon, message, PageHeader, Pager, Time, t, tn } from '../../../../ui/index.ts'
import { userLabels } from '../labels.ts'
import { listPath, trashPath } from '../paths.ts'
import { hasTrash, loadTrash, type Trashed, type TrashPage } from './data.ts'

const DONE: Readonly<Record<string, string>> = {
  restore: message('Restored.'),
  delete: message('Deleted permanently.'),
}

const DAY = 86_400_000

interface TrashProps {
  readonly entries: readonly Trashed[]
  readonly people: ReadonlyMap<string, string>
  /** Collection that is shown; `null` for all. */
  readonly current: string | null
  readonly labels: ReadonlyMap<string, string>
}

/** Page with deleted documents, which can be restored or deleted permanently. */
export default async function trashPage(
  c: RequestContext,
  { result, refused }: Shown<TrashPage | object | undefined>,
): Promise<Page> {
  const shown = refused || !result || !('nextCursor' in result) ? await loadTrash(c) : result
  const current = c.req.query('collection') ?? null
  const collections = manifestOf(c).collections.filter((collection) => hasTrash(c, collection))
  const labels = new Map(collections.map(({ name, label }) => [name, label]))
  const people = new Map(await userLabels(c, [...new Set(shown.data.flatMap(({ deletedBy }) => deletedBy ?? []))]))
  const done = refused ? undefined : DONE[c.req.query('did') ?? '']
  const props = { entries: shown.data, people, current, labels }
  const content = (
    <>
      <PageHeader
        title={t('Trash')}
        description={t('Deleted documents can be restored until they are deleted permanently.')}
      >
        <a class="btn" data-variant="outline" href={current === null ? '/admin/content/' : listPath(current)}>
          <Icon name="arrow-left" />
          {t('Back')}
        </a>
      </PageHeader>
      <Collections {...props} />
      {refused && <Problem {...refused.problem} />}
      {done && <Alert kind="success" title={t(done)} />}
      {shown.data.length === 0 ? (
        <EmptyState icon="trash-2" title={t('The trash is empty')}>
          {t('Deleted documents appear here.')}
        </EmptyState>
      ) : (
        <Entries {...props} />
      )}
      <Pager
        first={c.req.query('cursor') ? trashPath(current ?? undefined) : null}
        next={shown.nextCursor === null ? null : `${trashPath(current ?? undefined)}&cursor=${shown.nextCursor}`}
      />
    </>
  )
  return { title: t('Trash'), content }
}

function Problem({ title, detail, errors = [] }: NonNullable<Shown['refused']>['problem']) {
  return (
    <Alert kind="error" title={detail ?? t(title)}>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ path, message }) => (
            <li>
              {path && <strong>{path}: </strong>}
              {message}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

function Collections({ current, labels }: TrashProps) {
  const links = [{ name: null, label: t('All') }, ...[...labels].map(([name, label]) => ({ name, label }))]
  return (
    <nav aria-label={t('Collections')} class="moves-sideways flex gap-1 border-b pb-2" data-shows-current>
      {links.map(({ name, label }) => (
        <a
          href={trashPath(name ?? undefined)}
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

function Entries(props: TrashProps) {
  const { entries, current } = props
  return (
    <form method="post" action={trashPath(current ?? undefined)} class="grid min-w-0 gap-3" data-bulk>
      <section
        class="moves-sideways relative rounded-lg border focus-visible:outline-2 focus-visible:outline-ring"
        aria-label={t('Documents in the trash')}
        tabindex={0}
      >
        <table class="table">
          <thead>
            <tr>
              <th class="w-8">
                <input type="checkbox" class="input" data-select-all aria-label={t('Select all on this page')} />
              </th>
              <th scope="col">{t('Title')}</th>
              {current === null && <th scope="col">{t('Collection')}</th>}
              <th scope="col">{t('Deleted')}</th>
              <th scope="col">{t('By')}</th>
              <th scope="col">{t('Days left')}</th>
              <th>
                <span class="sr-only">{t('Restore')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Line {...props} entry={entry} />
            ))}
          </tbody>
        </table>
      </section>
      <Actions />
    </form>
  )
}

function Line({ entry, people, current, labels }: TrashProps & { entry: Trashed }) {
  const { id, collection, title, deletedAt, deletedBy, deletedWith, expiresAt } = entry
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          class="input"
          name="item"
          value={`${collection}/${id}`}
          data-select
          aria-label={t('Select {title}', { title })}
        />
      </td>
      <td class="max-w-44 truncate sm:max-w-96">
        <span class="font-medium">{title}</span>
        {deletedWith !== null && (
          <span class="block text-xs text-muted-foreground">{t('Deleted along with another document')}</span>
        )}
      </td>
      {current === null && <td class="text-muted-foreground">{labels.get(collection) ?? collection}</td>}
      <td class="whitespace-nowrap text-muted-foreground">
        <Time at={deletedAt} />
      </td>
      <td class="max-w-40 truncate text-muted-foreground">
        {deletedBy === null ? '–' : (people.get(deletedBy) ?? deletedBy)}
      </td>
      <td class="whitespace-nowrap text-muted-foreground tabular-nums">{daysLeft(expiresAt)}</td>
      <td class="text-right">
        <button
          type="submit"
          class="btn"
          data-variant="outline"
          data-size="sm"
          name="one"
          value={`restore ${collection}/${id}`}
          data-row-action
        >
          <Icon name="rotate-ccw" />
          {t('Restore')}
          <span class="sr-only"> {title}</span>
        </button>
      </td>
    </tr>
  )
}

function daysLeft(expiresAt: string): string {
  const days = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY))
  return tn(days, '{count} day', '{count} days')
}

/** Buttons of the trash. Deleting takes a second click, with or without a script. */
function Actions() {
  const words = messagesAsJson([message('None selected'), message('{count} selected:')])
  return (
    <div class="flex flex-wrap items-start gap-2">
      <span class="py-1 text-sm text-muted-foreground" role="status" data-selected data-words={words}>
        {t('With selected:')}
      </span>
      <button type="submit" class="btn" data-variant="outline" data-size="sm" name="action" value="restore">
        <Icon name="rotate-ccw" />
        {t('Restore')}
      </button>
      <details>
        <summary class="btn w-fit cursor-pointer" data-variant="outline" data-size="sm">
          <Icon name="trash-2" />
          {t('Delete permanently')}
        </summary>
        <div class="mt-2 flex flex-wrap items-center gap-2 text-sm">
          {t('The selected documents and their history are deleted. This cannot be undone.')}
          <button type="submit" class="btn" data-variant="destructive" data-size="sm" name="action" value="delete">
            {t('Yes, delete permanently')}
          </button>
        </div>
      </details>
    </div>
  )
}
