/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Badge, Card, EmptyState, PageHeader, Select, Table, Time, t } from 'lintel/ui'
import { findDrafts } from '../drafts.ts'
import type { Review } from '../reviews.ts'
import type { ReviewStatus } from '../tables.ts'
import { AskForm } from './ask-form.tsx'
import { FindDraft } from './find-draft.tsx'
import { statusLabel } from './status-label.ts'

const STATUSES = ['requested', 'approved', 'rejected', 'withdrawn'] as const

/** Page of the reviews that wait for a decision, and of those that were decided. */
export default async function reviewsPage(
  c: RequestContext,
  {
    result,
    query,
    refused,
  }: Shown<
    { readonly data: readonly Review[] },
    { readonly status?: ReviewStatus | undefined; readonly draft?: string | undefined }
  >,
): Promise<Page> {
  const drafts = refused ? [] : await findDrafts(c, query.draft ?? '')
  const { data: reviews } = result
  const content = (
    <>
      <PageHeader
        title={t('Reviews')}
        description={t('A draft under review can be published once it is approved, in the approved version.')}
      />
      {refused && <AskForm refused={refused} />}
      <form method="get" action="/admin/workflow" class="flex flex-wrap items-end gap-3">
        <label class="grid gap-1 text-sm">
          {t('Status')}
          <Select
            name="status"
            none={t('All')}
            options={STATUSES.map((status) => [status, statusLabel(status)] as const)}
            chosen={query.status}
          />
        </label>
        <button type="submit" class="btn" data-variant="outline">
          {t('Filter')}
        </button>
      </form>
      {reviews.length === 0 ? (
        <EmptyState icon="check" title={t('No reviews')}>
          {t('Authors ask for a review when a draft is ready.')}
        </EmptyState>
      ) : (
        <Card>
          <ReviewTable reviews={reviews} />
        </Card>
      )}
      {!refused && <FindDraft drafts={drafts} words={query.draft} />}
    </>
  )
  return { title: t('Reviews'), content }
}

/** Table of reviews, newest first. */
export function ReviewTable({ reviews }: { reviews: readonly Review[] }) {
  return (
    <Table label={t('Reviews')} columns={[t('Document'), t('Collection'), t('Status'), t('Requested'), t('Decided')]}>
      {reviews.map(({ id, title, collection, status, requestedAt, decidedAt }) => (
        <tr>
          <td class="min-w-48 whitespace-normal wrap-anywhere">
            <a class="font-medium hover:underline" href={`/admin/workflow/${id}`}>
              {title}
            </a>
          </td>
          <td>{collection}</td>
          <td>
            <Badge>{statusLabel(status)}</Badge>
          </td>
          <td class="whitespace-nowrap">
            <Time at={requestedAt} />
          </td>
          <td class="whitespace-nowrap">{decidedAt === null ? '–' : <Time at={decidedAt} />}</td>
        </tr>
      ))}
    </Table>
  )
}
