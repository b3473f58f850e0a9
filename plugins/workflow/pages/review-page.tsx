/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Badge, Card, errorAt, Facts, Field, PageHeader, Refusal, Time, t, typedIn } from 'lintel/ui'
import { type Comment, listReviews, type ReviewDetail } from '../reviews.ts'
import { ReviewTable } from './reviews-page.tsx'
import { statusLabel } from './status-label.ts'

/** Page of one review: its document, its comments, the possible actions, and earlier reviews. */
export default async function reviewPage(
  c: RequestContext,
  { result, refused }: Shown<{ readonly data: ReviewDetail }>,
): Promise<Page> {
  const { id, collection, documentId, title, version, status, requestedAt, comments, may } = result.data
  const history = await listReviews(c, { document: documentId })
  const place = `/admin/workflow/${id}`
  // If somebody else has decided in the meantime, the typed text can still be sent as a comment.
  const refusal =
    refused && !may.decide
      ? { ...refused, typed: { text: typedIn(refused, 'comment') ?? '', ...refused.typed } }
      : refused
  const content = (
    <>
      <PageHeader title={title}>
        <a class="btn" data-variant="outline" href={`/admin/content/${documentId}/edit`}>
          {t('Open the document')}
        </a>
      </PageHeader>
      <Refusal problem={refused?.problem} shown={may.decide ? ['comment', 'text'] : ['text']} />
      <Card>
        <Facts
          facts={[
            [t('Status'), <Badge>{statusLabel(status)}</Badge>],
            [t('Collection'), collection],
            [t('Version'), version],
            [t('Requested'), <Time at={requestedAt} />],
          ]}
        />
      </Card>
      {may.decide && (
        <Card title={t('Decide')} description={t('To request changes, describe them in a comment.')}>
          <form method="post" action={`${place}/approve`} class="grid gap-4">
            <Text id="decision-comment" name="comment" label={t('Comment')} refused={refused} />
            <div class="flex flex-wrap gap-2">
              <button type="submit" class="btn">
                {t('Approve')}
              </button>
              <button type="submit" class="btn" data-variant="destructive" formaction={`${place}/reject`}>
                {t('Request changes')}
              </button>
            </div>
          </form>
        </Card>
      )}
      <Card title={t('Comments')}>
        <div class="grid gap-4">
          <Comments comments={comments} />
          <form method="post" action={`${place}/comments`} class="grid gap-3">
            <Text id="comment-text" name="text" label={t('New comment')} refused={refusal} required />
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
  return { title: t('Reviews'), content }
}

interface TextProps {
  readonly id: string
  readonly name: 'comment' | 'text'
  readonly label: string
  readonly refused: Refused | null
  readonly required?: boolean
}

function Text({ id, name, label, refused, required = false }: TextProps) {
  const wrong = errorAt(refused?.problem, name)
  return (
    <Field id={id} label={label} error={wrong} required={required}>
      <textarea
        class="textarea"
        id={id}
        name={name}
        rows={3}
        data-max={5000}
        required={required}
        aria-invalid={wrong === null ? undefined : 'true'}
        aria-describedby={wrong === null ? undefined : `${id}-note`}
      >
        {typedIn(refused, name)}
      </textarea>
    </Field>
  )
}

function Comments({ comments }: { comments: readonly Comment[] }) {
  if (comments.length === 0) return <p class="text-sm text-muted-foreground">{t('There are no comments yet.')}</p>
  return (
    <ul class="grid gap-3">
      {comments.map(({ author, text, createdAt }) => (
        <li>
          <p class="text-sm text-muted-foreground">
            {author ?? t('somebody whose account was deleted')}, <Time at={createdAt} />
          </p>
          <p class="whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ul>
  )
}
