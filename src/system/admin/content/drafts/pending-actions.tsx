/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { ManifestCollection } from '../../../../runtime/kit.ts'
import { Icon, Time, t } from '../../../../ui/index.ts'
import type { Values } from '../document-values.ts'
import { changesPath } from '../paths.ts'
import { ScheduleInput } from './schedule-input.tsx'

interface PendingActionsProps {
  readonly collection: ManifestCollection
  /** The published document with its pending changes. */
  readonly document: Values
  /** Locale in which the document is written; `null` for the default. */
  readonly locale: string | null
  readonly scheduledAt: string | null
  readonly error: string | null
  readonly mayPublish: boolean
}

/** Actions on the pending changes to a published document, except for publishing them now. */
export function PendingActions({ collection, document, locale, scheduledAt, error, mayPublish }: PendingActionsProps) {
  const planned = typeof document.scheduledAt === 'string' ? document.scheduledAt : null
  return (
    <div class="grid gap-3 border-t pt-3">
      <p class="text-sm">
        {planned === null ? (
          t('Your changes are saved but not published: readers see the published version.')
        ) : (
          <>
            {t('Your changes will be published')} <Time at={planned} />
          </>
        )}
      </p>
      <a class="w-fit text-sm underline" href={changesPath(collection.name, String(document.id), locale)}>
        {t('Compare with the published version')}
      </a>
      {mayPublish && (
        <>
          <details class="group" open={planned !== null || error !== null} data-focus-inside>
            <summary class="flex min-h-6 w-fit cursor-pointer items-center gap-1 text-sm">
              <Icon name="chevron-right" class="size-4 transition-transform group-open:rotate-90" />
              {t('Publish the changes later')}
            </summary>
            <div class="mt-3 grid gap-3">
              <ScheduleInput scheduledAt={scheduledAt} error={error} />
              <button type="submit" class="btn" data-variant="outline" name="~action" value="schedule-changes">
                {t('Schedule changes')}
              </button>
              {planned !== null && (
                <button type="submit" class="btn" data-variant="outline" name="~action" value="unschedule-changes">
                  {t('Cancel schedule')}
                </button>
              )}
            </div>
          </details>
          <button
            type="submit"
            class="btn w-full"
            data-variant="outline"
            name="~action"
            value="discard-changes"
            data-confirm={t('Discard the unpublished changes? They stay in the history.')}
          >
            {t('Discard changes')}
          </button>
        </>
      )}
    </div>
  )
}
