/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { ManifestCollection } from '../../../../runtime/kit.ts'
import { Card, Icon, message, t } from '../../../../ui/index.ts'
import type { Values } from '../document-values.ts'
import { PendingActions } from '../drafts/pending-actions.tsx'
import { DateInput, ScheduleInput } from '../drafts/schedule-input.tsx'

/** Labels of the buttons that save, by the value of the button, which determines the new status. */
const ACTIONS = {
  save: message('Save'),
  draft: message('Save draft'),
  publish: message('Publish'),
  unpublish: message('Unpublish'),
  'publish-changes': message('Publish changes'),
} as const

const OFFERED: Readonly<Record<string, readonly (keyof typeof ACTIONS)[]>> = {
  new: ['publish', 'draft'],
  draft: ['publish', 'save'],
  scheduled: ['save', 'publish', 'unpublish'],
  published: ['publish-changes', 'save', 'unpublish'],
}

/** Tells whether an action saves without changing the status. */
function isSave(action: keyof typeof ACTIONS): boolean {
  return action === 'save' || action === 'draft'
}

function labelOf(action: keyof typeof ACTIONS, status: string | null, drafts: boolean): string {
  if (action === 'unpublish' && status === 'scheduled') return message('Cancel schedule')
  return action === 'save' && drafts && status !== 'scheduled' ? ACTIONS.draft : ACTIONS[action]
}

interface StatusActionsProps {
  readonly collection: ManifestCollection
  /** Status of the document; `null` for a new one. */
  readonly status: string | null
  /** Locale in which the document is written; `null` for the default. */
  readonly locale: string | null
  readonly scheduledAt: string | null
  readonly error: string | null
  readonly publishedAt: string | null
  readonly dateError: string | null
  /** The document, including the pending changes to a published document. */
  readonly document?: Values | null
  readonly mayPublish: boolean
}

/** Buttons for saving, publishing and scheduling. */
export function StatusActions({
  collection,
  status,
  locale,
  scheduledAt,
  error,
  publishedAt,
  dateError,
  document = null,
  mayPublish,
}: StatusActionsProps) {
  const all = collection.drafts ? (OFFERED[status ?? 'new'] ?? ['save']) : (['save'] as const)
  const offered = all.filter((action) => mayPublish || isSave(action))
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
            {t(labelOf(action, status, collection.drafts))}
          </button>
        ))}
        {collection.drafts && mayPublish && status !== 'published' && (
          <details class="group" open={status === 'scheduled' || error !== null} data-focus-inside>
            <summary class="flex min-h-6 w-fit cursor-pointer items-center gap-1 text-sm">
              <Icon name="chevron-right" class="size-4 transition-transform group-open:rotate-90" />
              {t('Publish later')}
            </summary>
            <div class="mt-3 grid gap-3">
              <ScheduleInput scheduledAt={scheduledAt} error={error} />
              <button type="submit" class="btn" data-variant="outline" name="~action" value="schedule">
                {t('Schedule')}
              </button>
            </div>
          </details>
        )}
        {collection.drafts && mayPublish && (status === 'published' || status === 'draft') && (
          <details class="group" open={dateError !== null} data-focus-inside>
            <summary class="flex min-h-6 w-fit cursor-pointer items-center gap-1 text-sm">
              <Icon name="chevron-right" class="size-4 transition-transform group-open:rotate-90" />
              {t('Publication date')}
            </summary>
            <div class="mt-3 grid gap-3">
              <DateInput publishedAt={publishedAt} error={dateError} />
              <button type="submit" class="btn" data-variant="outline" name="~action" value="date">
                {t('Set the date')}
              </button>
            </div>
          </details>
        )}
        <div data-live="pending" class="empty:hidden">
          {status === 'published' && document?.hasDraft === true && (
            <PendingActions
              collection={collection}
              document={document}
              locale={locale}
              scheduledAt={scheduledAt}
              error={error}
              mayPublish={mayPublish}
            />
          )}
        </div>
        <p class="text-sm text-muted-foreground" role="status" data-save-state />
      </div>
    </Card>
  )
}
