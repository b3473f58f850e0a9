/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Field, Select, t } from 'lintel/ui'
import type { ReviewRow } from '../tables.ts'
import type { PanelState } from './read-panel.ts'

interface AskFormProps {
  /** The document as `posts/0198…`. */
  readonly document: string
  readonly reviewers: PanelState['reviewers']
  readonly back: string
}

/** Form that requests a review of the draft as it is now. */
export function AskForm({ document, reviewers, back }: AskFormProps) {
  return (
    <form method="post" action="/admin/workflow" class="grid gap-3">
      <input type="hidden" name="document" value={document} />
      <input type="hidden" name="back" value={back} />
      {reviewers.length > 0 && (
        <Field id="review-reviewer" label={t('Reviewer')}>
          <Select
            id="review-reviewer"
            name="reviewer"
            class="w-full"
            none={t('Any reviewer')}
            options={reviewers.map(({ id, username }) => [id, username] as const)}
          />
        </Field>
      )}
      <Comment id="review-comment" label={t('Comment')} />
      <button type="submit" class="btn" data-variant="outline" data-size="sm">
        {t('Ask for a review')}
      </button>
    </form>
  )
}

interface ReviewFormProps {
  readonly review: ReviewRow
  readonly back: string
}

/** Form that approves the document in the state in which its review was requested, or states what must change. */
export function DecisionForm({ review, back }: ReviewFormProps) {
  const place = `/admin/workflow/${review.id}`
  return (
    <form method="post" action={`${place}/approve`} class="grid gap-3 border-t pt-3">
      <input type="hidden" name="back" value={back} />
      <Comment id="review-decision" label={t('Note')} />
      <p class="text-xs text-muted-foreground">{t('To request changes, describe them in a comment.')}</p>
      <div class="flex flex-wrap gap-2">
        <button type="submit" class="btn" data-size="sm">
          {t('Approve')}
        </button>
        <button type="submit" class="btn" data-variant="outline" data-size="sm" formaction={`${place}/reject`}>
          {t('Request changes')}
        </button>
      </div>
    </form>
  )
}

export function WithdrawForm({ review, back }: ReviewFormProps) {
  return (
    <form method="post" action={`/admin/workflow/${review.id}/withdraw`}>
      <input type="hidden" name="back" value={back} />
      <button type="submit" class="btn" data-variant="outline" data-size="sm">
        {t('Withdraw request')}
      </button>
    </form>
  )
}

function Comment({ id, label }: { id: string; label: string }) {
  return (
    <Field id={id} label={label}>
      <textarea class="textarea" id={id} name="comment" rows={2} data-max={5000} />
    </Field>
  )
}
