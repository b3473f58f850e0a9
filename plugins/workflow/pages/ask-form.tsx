import { Alert, Card, t } from 'lintel/ui'
import type { Draft } from '../drafts.ts'

/** What was sent, and why it was refused. */
export interface Refused {
  readonly document: string
  readonly comment: string
  readonly reason: string
}

/** Asks for a review of a draft. */
export function AskForm({ drafts, refused }: { drafts: readonly Draft[]; refused?: Refused | undefined }) {
  if (drafts.length === 0 && !refused) return null
  return (
    <Card title={t('Ask for a review')}>
      <form method="post" action="/admin/workflow" class="grid gap-4">
        {refused && <Alert kind="error" title={refused.reason} />}
        <label class="grid gap-1 text-sm">
          {t('Draft')}
          <select class="select" name="document" required>
            {drafts.map(({ id, collection, title }) => (
              <option value={`${collection}/${id}`} selected={`${collection}/${id}` === refused?.document}>
                {`${title} (${collection})`}
              </option>
            ))}
          </select>
        </label>
        <label class="grid gap-1 text-sm">
          {t('Comment')}
          <textarea class="textarea" name="comment" rows={2} maxlength={5000}>
            {refused?.comment}
          </textarea>
        </label>
        <div>
          <button type="submit" class="btn">
            {t('Ask for a review')}
          </button>
        </div>
      </form>
    </Card>
  )
}
