/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Field, t } from '../../../../ui/index.ts'

/**
 * Input for the publication date that readers see. The date stays the same when the document is unpublished and
 * published again.
 */
export function DateInput({ publishedAt, error }: { publishedAt: string | null; error: string | null }) {
  return (
    <Field
      id="published-at"
      label={t('When')}
      help={t('It cannot be in the future. It is kept when the document is unpublished and published again.')}
      error={error}
    >
      <input
        id="published-at"
        class="input"
        type="datetime-local"
        name="~publishedAt"
        value={publishedAt?.slice(0, 16) ?? ''}
        aria-describedby="published-at-note"
        data-utc
      />
      <span class="text-sm text-muted-foreground" data-zone>
        UTC
      </span>
    </Field>
  )
}

/** Input for the time at which a document or its pending changes will be published. */
export function ScheduleInput({ scheduledAt, error }: { scheduledAt: string | null; error: string | null }) {
  return (
    <Field id="scheduled-at" label={t('When')} error={error}>
      <input
        id="scheduled-at"
        class="input"
        type="datetime-local"
        name="~scheduledAt"
        value={scheduledAt?.slice(0, 16) ?? ''}
        aria-describedby={error === null ? undefined : 'scheduled-at-note'}
        data-utc
      />
      <span class="text-sm text-muted-foreground" data-zone>
        UTC
      </span>
    </Field>
  )
}
