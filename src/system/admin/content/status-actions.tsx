import type { ManifestCollection } from '../../../runtime/kit.ts'
import { Card, Field } from '../../../ui/index.ts'

/** The buttons that save: what each does to the status is its value. */
const ACTIONS = {
  save: 'Save',
  draft: 'Save draft',
  publish: 'Publish',
  unpublish: 'Unpublish',
} as const

const OFFERED: Readonly<Record<string, readonly (keyof typeof ACTIONS)[]>> = {
  new: ['publish', 'draft'],
  draft: ['publish', 'save'],
  scheduled: ['save', 'publish', 'unpublish'],
  published: ['save', 'unpublish'],
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
          >
            {action === 'save' && status === 'draft' ? 'Save draft' : ACTIONS[action]}
          </button>
        ))}
        <p class="min-h-5 text-sm text-muted-foreground" role="status" data-save-state />
        {collection.drafts && status !== 'published' && (
          <details open={status === 'scheduled' || error !== null}>
            <summary class="cursor-pointer text-sm">Publish later</summary>
            <div class="mt-3 grid gap-3">
              <Field id="scheduled-at" label="When" error={error}>
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
                Schedule
              </button>
            </div>
          </details>
        )}
      </div>
    </Card>
  )
}
