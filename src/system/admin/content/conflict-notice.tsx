/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Alert, t } from '../../../ui/index.ts'
import { Comparison } from './comparison.tsx'
import type { Values } from './document-values.ts'

interface ConflictNoticeProps {
  readonly fields: readonly { readonly name: string; readonly label: string }[]
  /** As it is stored now. */
  readonly theirs: Values
  /** As the form holds it. */
  readonly ours: Values
  /** Where theirs is edited. */
  readonly reload: string
}

/** Both versions, and the choice between them. */
export function ConflictNotice({ fields, theirs, ours, reload }: ConflictNoticeProps) {
  return (
    <div class="grid gap-4">
      <Alert kind="error" title={t('Somebody else has saved this document since you opened it')}>
        <p>
          {t('Nothing of yours is saved yet. What you typed is still in the form: save it again to keep yours.')}{' '}
          <a href={reload} class="underline" data-forget>
            {t('Take theirs and lose what you typed')}
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
