/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { ManifestCollection } from '../../../runtime/kit.ts'
import { Card, Field, Icon, message, t } from '../../../ui/index.ts'

/** The buttons that save: what each does to the status is its value. */
const ACTIONS = {
  save: message('Save'),
  draft: message('Save draft'),
  publish: message('Publish'),
  unpublish: message('Unpublish'),
} as const

const OFFERED: Readonly<Record<string, readonly (keyof typeof ACTIONS)[]>> = {
  new: ['publish', 'draft'],
  draft: ['publish', 'save'],
  scheduled: ['save', 'publish', 'unpublish'],
  published: ['save', 'unpublish'],
}

/** Keeps the status as it is. */
function isSave(action: keyof typeof ACTIONS): boolean {
  return action === 'save' || action === 'draft'
}

function labelOf(action: keyof typeof ACTIONS, status: string | null): string {
  if (action === 'unpublish' && status === 'scheduled') return message('Cancel schedule')
  return action === 'save' && status === 'draft' ? ACTIONS.draft : ACTIONS[action]
}

interface StatusActionsProps {
  readonly collection: ManifestCollection
  /** `null` for a new document. */
  readonly status: string | null
  readonly scheduledAt: string | null
  readonly error: string | null
}

/** Saving, publishing, and publishing later. */
export function StatusActions({ collection, status, scheduledAt, error }: StatusActionsProps) {
  const offered = collection.drafts ? (OFFERED[status ?? 'new'] ?? ['save']) : (['save'] as const)
  return (
    <Card>
      <div class="grid gap-3">
        {offered.map((action, index) => (
          <button
            type="submit"
            class="btn w-full"
            data-variant={index === 0 ? undefined : 'outline'}
            name="~action"
            value={action}
            {...(isSave(action) && { 'data-save': '', 'aria-keyshortcuts': 'Control+S', title: 'Ctrl+S' })}
          >
            {t(labelOf(action, status))}
          </button>
        ))}
        <p class="min-h-5 text-sm text-muted-foreground" role="status" data-save-state />
        {collection.drafts && status !== 'published' && (
          <details class="group" open={status === 'scheduled' || error !== null}>
            <summary class="flex min-h-6 w-fit cursor-pointer items-center gap-1 text-sm">
              <Icon name="chevron-right" class="size-4 transition-transform group-open:rotate-90" />
              {t('Publish later')}
            </summary>
            <div class="mt-3 grid gap-3">
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
              <button type="submit" class="btn" data-variant="outline" name="~action" value="schedule">
                {t('Schedule')}
              </button>
            </div>
          </details>
        )}
      </div>
    </Card>
  )
}
