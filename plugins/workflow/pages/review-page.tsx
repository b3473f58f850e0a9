import type { Content } from 'lintel'
import { Badge, Card, Facts, Field, PageHeader, Time, t } from 'lintel/ui'
import type { Comment, Review, ReviewDetail } from '../reviews.ts'
import { inWords, ReviewTable } from './reviews-page.tsx'

/** One review: what it is about, what was said, what can be done, and what there was before. */
export function reviewPage(review: ReviewDetail, history: readonly Review[]): Content {
  const { id, collection, documentId, title, version, status, requestedAt, comments, may } = review
  const place = `/admin/workflow/${id}`
  return (
    <>
      <PageHeader title={title}>
        <a class="btn" data-variant="outline" href={`/admin/content/${documentId}/edit`}>
          {t('Open the document')}
        </a>
      </PageHeader>
      <Card>
        <Facts
          facts={[
            [t('Status'), <Badge>{inWords(status)}</Badge>],
            [t('Collection'), collection],
            [t('Version'), version],
            [t('Requested'), <Time at={requestedAt} />],
          ]}
        />
      </Card>
      {may.decide && (
        <Card title={t('Decide')} description={t('What is rejected needs a reason.')}>
          <form method="post" action={`${place}/approve`} class="grid gap-4">
            <Field id="decision-comment" label={t('Comment')}>
              <textarea class="textarea" id="decision-comment" name="comment" rows={3} maxlength={5000} />
            </Field>
            <div class="flex flex-wrap gap-2">
              <button type="submit" class="btn">
                {t('Approve')}
              </button>
              <button type="submit" class="btn" data-variant="destructive" formaction={`${place}/reject`}>
                {t('Reject')}
              </button>
            </div>
          </form>
        </Card>
      )}
      <Card title={t('Comments')}>
        <div class="grid gap-4">
          <Comments comments={comments} />
          <form method="post" action={`${place}/comments`} class="grid gap-3">
            <Field id="comment-text" label={t('New comment')} required>
              <textarea class="textarea" id="comment-text" name="text" rows={3} maxlength={5000} required />
            </Field>
            <div>
              <button type="submit" class="btn" data-variant="outline">
                {t('Comment')}
              </button>
            </div>
          </form>
        </div>
      </Card>
      {history.length > 1 && (
        <Card title={t('All reviews of this document')}>
          <ReviewTable reviews={history} />
        </Card>
      )}
    </>
  )
}

function Comments({ comments }: { comments: readonly Comment[] }) {
  if (comments.length === 0) return <p class="text-sm text-muted-foreground">{t('Nobody has said anything yet.')}</p>
  return (
    <ul class="grid gap-3">
      {comments.map(({ author, text, createdAt }) => (
        <li>
          <p class="text-sm text-muted-foreground">
            {author ?? t('somebody whose account is gone')}, <Time at={createdAt} />
          </p>
          <p class="whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ul>
  )
}
