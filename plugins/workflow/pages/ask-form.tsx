/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { HttpError } from 'lintel/kit'
import { Card, errorAt, Field, Refusal, t } from 'lintel/ui'
import type { Draft } from '../drafts.ts'

/** What was sent, and why it was refused. */
export interface RefusedAsk {
  readonly document: string
  readonly comment: string
  readonly problem: HttpError
}

/** Asks for a review of a draft. */
export function AskForm({ drafts, refused }: { drafts: readonly Draft[]; refused?: RefusedAsk | undefined }) {
  if (drafts.length === 0 && !refused) return null
  const isOffered = drafts.some(({ id, collection }) => `${collection}/${id}` === refused?.document)
  const wrong = errorAt(refused?.problem, 'comment')
  return (
    <Card title={t('Ask for a review')}>
      <form method="post" action="/admin/workflow" class="flex flex-col gap-4">
        <Refusal problem={refused?.problem} shown={['comment']} />
        <Field id="ask-document" label={t('Draft')} required>
          <select class="select w-full" id="ask-document" name="document" required>
            {refused && !isOffered && (
              <option value={refused.document} selected>
                {t('The draft that was chosen')}
              </option>
            )}
            {drafts.map(({ id, collection, title }) => (
              <option value={`${collection}/${id}`} selected={`${collection}/${id}` === refused?.document}>
                {`${title} (${collection})`}
              </option>
            ))}
          </select>
        </Field>
        <Field id="ask-comment" label={t('Comment')} error={wrong}>
          <textarea
            class="textarea"
            id="ask-comment"
            name="comment"
            rows={2}
            maxlength={5000}
            aria-invalid={wrong === null ? undefined : 'true'}
            aria-describedby={wrong === null ? undefined : 'ask-comment-note'}
          >
            {refused?.comment}
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
