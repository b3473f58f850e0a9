/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Badge, Time, t } from 'lintel/ui'
import { type OwnReviews, readOwnReviews } from '../own-reviews.ts'
import { statusLabel } from './status-label.ts'

/**
 * Section of the dashboard with the reviews that wait for the reader, and those that the reader has requested; `null`
 * if there are none.
 */
export async function reviewsSection(c: RequestContext): Promise<Content | null> {
  const { waiting, asked } = await readOwnReviews(c)
  if (waiting.length === 0 && asked.length === 0) return null
  return (
    <div class="grid grid-cols-1 gap-4">
      {waiting.length > 0 && <List title={t('Waiting for me')} reviews={waiting} />}
      {asked.length > 0 && <List title={t('Asked by me')} reviews={asked} />}
    </div>
  ) as Content
}

function List({ title, reviews }: { title: string; reviews: OwnReviews['waiting'] }) {
  return (
    <div class="grid grid-cols-1 gap-1">
      <h3 class="text-sm text-muted-foreground">{title}</h3>
      <ul class="divide-y">
        {reviews.map(({ id, collection, documentId, title, status, requestedAt }) => (
          <li class="flex min-h-9 items-center gap-3 py-1.5 text-sm">
            <a
              class="min-w-0 grow truncate font-medium hover:underline"
              href={`/admin/content/${documentId}/edit?collection=${collection}#panel-workflow-review`}
              data-review={id}
            >
              {title}
            </a>
            <Badge>{statusLabel(status)}</Badge>
            <span class="shrink-0 text-xs text-muted-foreground">
              <Time at={requestedAt} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
