/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Problem, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, Badge, Card, EmptyState, Icon, PageHeader, StatusBadge, t, tn } from 'lintel/ui'
import type { ReleaseDetail, ReleaseDocument } from '../release-objects.ts'
import { PublishForms } from './publish-forms.tsx'
import { ReleaseStatus } from './release-status.tsx'

/**
 * Page of one release: its documents, the reasons why they cannot be published, and the time at which it is published.
 */
export default function releasePage(
  _c: RequestContext,
  { result, refused }: Shown<{ readonly data: ReleaseDetail }>,
): Page {
  const release = result.data
  const reasons = reasonsOf(release, refused?.problem)
  const content = (
    <>
      <nav aria-label={t('Where this is')} class="text-sm">
        <a class="text-muted-foreground hover:underline" href="/admin/releases">
          {t('Releases')}
        </a>
      </nav>
      <PageHeader title={release.title} description={<ReleaseStatus {...release} />} />
      {refused && <Alert kind="error" title={refused.problem.detail ?? t(refused.problem.title)} />}
      {!refused && release.failedAt !== null && (
        <Alert kind="error" title={t('The release could not be published at the scheduled time.')}>
          {reasons.get('/') ?? t('None of its documents was published. The reasons are shown beside the documents.')}
        </Alert>
      )}
      <div class="grid items-start gap-6 *:min-w-0 lg:grid-cols-[1fr_20rem]">
        <Documents release={release} reasons={reasons} />
        <PublishForms release={release} refused={refused} />
      </div>
    </>
  )
  return { title: release.title, content }
}

/**
 * Returns the reasons why documents could not be published, by document (`posts/0198…`): those of the attempt that was
 * just refused, otherwise those of the failed schedule.
 */
function reasonsOf({ failures }: ReleaseDetail, problem: Problem | undefined): ReadonlyMap<string, string> {
  if (problem !== undefined) return new Map(problem.errors?.map(({ path, message }) => [path, message]))
  return new Map(failures.map(({ collection, id, message }) => [`${collection}/${id}`, message]))
}

interface DocumentsProps {
  readonly release: ReleaseDetail
  readonly reasons: ReadonlyMap<string, string>
}

function Documents({ release, reasons }: DocumentsProps) {
  const { items, documents } = release
  if (documents === 0) {
    return (
      <EmptyState icon="files" title={t('No documents yet')}>
        {t('Open a document and choose this release beside its form.')}
      </EmptyState>
    )
  }
  return (
    <Card title={tn(documents, '{count} document', '{count} documents')}>
      <ul class="divide-y">
        {items.map((item) => (
          <Line item={item} release={release} reason={reasons.get(`${item.collection}/${item.id}`)} />
        ))}
      </ul>
      {items.length < documents && (
        <p class="pt-3 text-sm text-muted-foreground">
          {tn(
            documents - items.length,
            '{count} document that you may not read',
            '{count} documents that you may not read',
          )}
        </p>
      )}
    </Card>
  )
}

function Line({
  item,
  release,
  reason,
}: {
  item: ReleaseDocument
  release: ReleaseDetail
  reason: string | undefined
}) {
  const { collection, id, label, status } = item
  const title = item.title ?? id
  return (
    <li class="grid gap-1 py-3">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <a
          class="min-w-0 font-medium wrap-anywhere hover:underline"
          href={`/admin/content/${id}/edit?collection=${collection}`}
        >
          {title}
        </a>
        <span class="text-sm text-muted-foreground">{label}</span>
        {status === null ? (
          <span class="text-sm text-muted-foreground">{t('in the trash')}</span>
        ) : (
          <StatusBadge status={status} />
        )}
        {item.hasDraft && <Badge kind="secondary">{t('changes pending')}</Badge>}
        {release.status === 'draft' && (
          <form method="post" action={`/admin/releases/${release.id}/remove`} class="ml-auto">
            <input type="hidden" name="document" value={id} />
            <button
              type="submit"
              class="btn"
              data-variant="ghost"
              data-size="icon-sm"
              aria-label={t('Remove {title}', { title })}
            >
              <Icon name="x" />
            </button>
          </form>
        )}
      </div>
      {reason !== undefined && (
        <p class="flex items-start gap-1.5 text-sm text-destructive">
          <Icon name="circle-alert" class="mt-0.5 size-4 shrink-0" />
          {reason}
        </p>
      )}
    </li>
  )
}
