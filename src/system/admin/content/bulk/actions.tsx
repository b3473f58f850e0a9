/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { messagesAsJson } from '../../../../fields/widgets/widget-messages.ts'
import { message, t } from '../../../../ui/index.ts'

interface BulkActionsProps {
  readonly drafts: boolean
  /** True if deleted documents can be restored. */
  readonly hasTrash: boolean
  readonly actions: { readonly update: boolean; readonly delete: boolean }
}

/** Buttons for actions on all selected documents. */
export function BulkActions({ drafts, hasTrash, actions }: BulkActionsProps) {
  return (
    <div class="flex flex-wrap items-center gap-2">
      <span class="text-sm text-muted-foreground" role="status" data-selected data-words={selectionWords()}>
        {t('With selected:')}
      </span>
      {drafts && actions.update && (
        <>
          <BulkButton action="publish">{t('Publish')}</BulkButton>
          <BulkButton action="unpublish">{t('Unpublish')}</BulkButton>
          <ScheduleAll />
        </>
      )}
      {actions.delete && (
        <button
          type="submit"
          class="btn"
          data-variant={hasTrash ? 'outline' : 'destructive'}
          data-size="sm"
          name="action"
          value="delete"
          data-confirm={hasTrash ? undefined : t('Delete the selected documents? This cannot be undone.')}
        >
          {hasTrash ? t('Move to trash') : t('Delete')}
        </button>
      )}
    </div>
  )
}

function BulkButton({ action, children }: { action: 'publish' | 'unpublish'; children: Child }) {
  return (
    <button type="submit" class="btn" data-variant="outline" data-size="sm" name="action" value={action}>
      {children}
    </button>
  )
}

function ScheduleAll() {
  return (
    <span class="flex flex-wrap items-center gap-2 rounded-md border px-2 py-1">
      <input
        class="input h-8 w-fit"
        type="datetime-local"
        name="scheduledAt"
        aria-label={t('When the selected documents are published')}
        data-utc
      />
      <span class="text-xs text-muted-foreground" data-zone>
        UTC
      </span>
      <button type="submit" class="btn" data-variant="outline" data-size="sm" name="action" value="schedule">
        {t('Schedule')}
      </button>
    </span>
  )
}

function selectionWords(): string {
  return messagesAsJson([message('None selected'), message('{count} selected:')])
}
