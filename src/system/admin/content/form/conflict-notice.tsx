/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Alert, t } from '../../../../ui/index.ts'
import { Comparison } from '../comparison/comparison.tsx'
import type { Values } from '../document-values.ts'

interface ConflictNoticeProps {
  readonly fields: readonly { readonly name: string; readonly label: string }[]
  /** Values that are stored now. */
  readonly theirs: Values
  /** Values in the form. */
  readonly ours: Values
  /** Address of the form with the stored values. */
  readonly reload: string
}

/** Notice with both versions, and the choice between them. */
export function ConflictNotice({ fields, theirs, ours, reload }: ConflictNoticeProps) {
  return (
    <div class="grid gap-4">
      <Alert kind="error" title={t('Somebody else has saved this document since you opened it')}>
        <p>
          {t('Your changes are not saved yet. They are still in the form: save again to keep them.')}{' '}
          <a href={reload} class="underline" data-forget>
            {t('Keep theirs and discard your changes')}
          </a>
        </p>
      </Alert>
      <Comparison
        fields={fields}
        before={theirs}
        after={ours}
        beforeTitle={t('Theirs, saved')}
        afterTitle={t('Yours, not saved')}
      />
    </div>
  )
}
