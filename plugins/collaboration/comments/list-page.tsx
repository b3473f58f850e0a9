/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { manifestOf, message, type RequestContext } from 'lintel/kit'
import { EmptyState, PageHeader, Tabs, Time, t, tn } from 'lintel/ui'
import { formOf } from '../document.ts'
import type { OpenThread } from './objects.ts'
import type { Which } from './open-threads.ts'

const LISTS: readonly (readonly [Which, string, string])[] = [
  [
    'mentions',
    message('Mentions of you'),
    message('Comments that mention you as @username are listed here until they are resolved.'),
  ],
  ['joined', message('Your comments'), message('Open comments that you have written, or replied to, are listed here.')],
  ['all', message('All open'), message('Comment on a document beside its form.')],
]

/** Page of the open comments on all documents. */
export default function listPage(
  c: RequestContext,
  { result, query: { show } }: Shown<{ readonly data: readonly OpenThread[] }, { readonly show: Which }>,
): Page {
  const { data } = result
  const [, , hint = ''] = LISTS.find(([name]) => name === show) ?? []
  const content = (
    <>
      <PageHeader title={t('Comments')} />
      <Tabs
        label={t('Comments')}
        tabs={LISTS.map(([name, label]) => ({
          href: `/admin/collaboration?show=${name}`,
          label: t(label),
          current: name === show,
        }))}
      />
      {data.length === 0 ? (
        <EmptyState icon="message-square" title={t('No open comments.')}>
          {t(hint)}
        </EmptyState>
      ) : (
        <ul class="divide-y rounded-lg border">
          {data.map((thread) => (
            <Item c={c} thread={thread} />
          ))}
        </ul>
      )}
    </>
  )
  return { title: t('Comments'), content }
}

function Item({ c, thread }: { c: RequestContext; thread: OpenThread }) {
  const { id, collection: name, title, document, field, updatedAt, comments, last } = thread
  const collection = manifestOf(c).collections.find((each) => each.name === name)
  const about = collection?.fields.find((each) => each.name === field)?.label ?? field
  return (
    <li class="grid gap-1 p-4">
      <a class="font-medium wrap-anywhere hover:underline" href={formOf(thread, `#thread-${id}`)}>
        {title ?? document}
      </a>
      <p class="line-clamp-2 text-sm wrap-anywhere">
        <span class="font-medium">{last.author.name ?? t('somebody whose account was deleted')}:</span> {last.text}
      </p>
      <p class="text-sm text-muted-foreground">
        {[collection?.label ?? name, about, tn(comments, '{count} comment', '{count} comments')]
          .filter((part) => part !== null)
          .join(' · ')}{' '}
        · <Time at={updatedAt} />
      </p>
    </li>
  )
}
