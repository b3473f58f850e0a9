/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from 'lintel'
import { Card, errorAt, Field, Refusal, t, typedIn } from 'lintel/ui'

/** The form that requests a review, after it was refused, with the typed values. */
export function AskForm({ refused }: { refused: Refused }) {
  const wrong = errorAt(refused.problem, 'comment')
  const kept = (name: string) => <input type="hidden" name={name} value={typedIn(refused, name) ?? ''} />
  return (
    <Card title={t('Ask for a review')}>
      <form method="post" action="/admin/workflow" class="flex flex-col gap-4">
        <Refusal problem={refused.problem} shown={['comment']} />
        {kept('document')}
        {kept('reviewer')}
        {kept('back')}
        <Field id="ask-comment" label={t('Comment')} error={wrong}>
          <textarea
            class="textarea"
            id="ask-comment"
            name="comment"
            rows={2}
            data-max={5000}
            aria-invalid={wrong === null ? undefined : 'true'}
            aria-describedby={wrong === null ? undefined : 'ask-comment-note'}
          >
            {typedIn(refused, 'comment')}
          </textarea>
        </Field>
        <div>
          <button type="submit" class="btn">
            {t('Ask for a review')}
          </button>
        </div>
      </form>
    </Card>
  )
}
