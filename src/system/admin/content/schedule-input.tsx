/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Field, t } from '../../../ui/index.ts'

/** The time at which something is published. */
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
