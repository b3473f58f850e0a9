/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from 'lintel'
import { Card, errorAt, Field, Refusal, Select, t, typedIn } from 'lintel/ui'
import type { Draft } from '../drafts.ts'

/** Asks for a review of a draft. */
export function AskForm({ drafts, refused }: { drafts: readonly Draft[]; refused: Refused | null }) {
  if (drafts.length === 0 && !refused) return null
  const chosen = typedIn(refused, 'document')
  const offered = drafts.map(
    ({ id, collection, title }) => [`${collection}/${id}`, `${title} (${collection})`] as const,
  )
  const isOffered = offered.some(([id]) => id === chosen)
  const wrong = errorAt(refused?.problem, 'comment')
  return (
    <Card title={t('Ask for a review')}>
      <form method="post" action="/admin/workflow" class="flex flex-col gap-4">
        <Refusal problem={refused?.problem} shown={['comment']} />
        <Field id="ask-document" label={t('Draft')} required>
          <Select
            id="ask-document"
            name="document"
            class="w-full"
            required
            options={isOffered || chosen === undefined ? offered : [[chosen, t('The selected draft')], ...offered]}
            chosen={chosen}
          />
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
