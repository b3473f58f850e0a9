/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from 'lintel'
import { Card, errorAt, Field, t, typedIn } from 'lintel/ui'
import type { ReleaseDetail } from '../release-objects.ts'

interface PublishFormsProps {
  readonly release: ReleaseDetail
  readonly refused: Refused | null
}

/** Forms for a whole release: publish, schedule, cancel, delete. */
export function PublishForms({ release, refused }: PublishFormsProps) {
  const { id, status, documents } = release
  const place = `/admin/releases/${id}`
  return (
    <aside class="grid gap-4" aria-label={t('Publish')}>
      {status !== 'published' && (
        <Card>
          <div class="grid gap-4">
            <form method="post" action={`${place}/publish`}>
              <button type="submit" class="btn w-full" disabled={documents === 0}>
                {t('Publish now')}
              </button>
            </form>
            <ScheduleForm release={release} refused={refused} />
            {status === 'scheduled' && (
              <form method="post" action={`${place}/cancel`}>
                <button type="submit" class="btn w-full" data-variant="outline">
                  {t('Cancel schedule')}
                </button>
              </form>
            )}
          </div>
        </Card>
      )}
      {status !== 'scheduled' && (
        <form method="post" action={`${place}/delete`}>
          <button
            type="submit"
            class="btn"
            data-variant="outline"
            data-size="sm"
            data-confirm={t('Delete this release? Its documents stay as they are.')}
          >
            {t('Delete release')}
          </button>
        </form>
      )}
    </aside>
  )
}

function ScheduleForm({ release, refused }: PublishFormsProps) {
  const { id, scheduledAt, documents } = release
  const wrong = errorAt(refused?.problem, 'scheduledAt')
  return (
    <form method="post" action={`/admin/releases/${id}/schedule`} class="grid gap-3 border-t pt-4">
      <Field id="release-time" label={t('Publish at')} error={wrong} required>
        <input
          class="input"
          id="release-time"
          type="datetime-local"
          name="scheduledAt"
          required
          value={(typedIn(refused, 'scheduledAt') ?? scheduledAt ?? '').slice(0, 16)}
          aria-invalid={wrong === null ? undefined : 'true'}
          aria-describedby={wrong === null ? undefined : 'release-time-note'}
          data-utc
        />
        <span class="text-sm text-muted-foreground" data-zone>
          UTC
        </span>
      </Field>
      <button type="submit" class="btn" data-variant="outline" disabled={documents === 0}>
        {t('Schedule')}
      </button>
    </form>
  )
}
