/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, t } from 'lintel/ui'
import type { Library } from '../library.ts'
import { FolderOptions } from './folder-options.tsx'

/** Bar with the actions for selected files. */
export function BulkBar({ folders, rights }: Library) {
  return (
    <fieldset
      class="sticky top-12 z-20 flex flex-wrap items-center gap-2 rounded-lg border bg-background p-2"
      aria-label={t('Selected files')}
    >
      <label class="flex items-center gap-2 px-1 text-sm" data-media-all hidden>
        <input type="checkbox" class="input" />
        {t('All')}
      </label>
      <span
        class="mr-auto px-1 text-sm text-muted-foreground"
        aria-live="polite"
        data-media-selected={t('{count} selected', { count: '{count}' })}
      >
        {t('Select files to move, tag or delete them.')}
      </span>
      <div class="flex flex-wrap items-center gap-2" data-media-tools>
        {rights.upload && (
          <>
            <input
              class="input h-8 w-28"
              type="text"
              name="tag"
              data-max={50}
              aria-label={t('Tag')}
              placeholder={t('Tag')}
            />
            <button type="submit" class="btn" data-variant="outline" data-size="sm" name="action" value="tag">
              <Icon name="tag" />
              {t('Add tag')}
            </button>
            <select class="select h-8 max-w-40" name="folder" aria-label={t('Move to folder')}>
              <FolderOptions folders={folders} chosen="" />
            </select>
            <button type="submit" class="btn" data-variant="outline" data-size="sm" name="action" value="move">
              <Icon name="folder-input" />
              {t('Move')}
            </button>
          </>
        )}
        {rights.delete && (
          <button
            type="submit"
            class="btn"
            data-variant="destructive"
            data-size="sm"
            name="action"
            value="delete"
            data-confirm={t('Delete the selected files? They cannot be restored.')}
          >
            <Icon name="trash-2" />
            {t('Delete')}
          </button>
        )}
      </div>
    </fieldset>
  )
}
