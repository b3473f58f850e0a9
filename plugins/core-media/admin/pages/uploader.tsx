/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, t } from 'lintel/ui'
import type { UploadLimits } from '../library.ts'

interface UploaderProps {
  readonly limits: UploadLimits
  /** Folder that the uploaded files go to. */
  readonly folder: string
  /** Address of the results that are reloaded after an upload; empty for none. */
  readonly results: string
  /** Position: in a corner of the page, or in the row of a dialog. Default `corner`. */
  readonly place?: 'corner' | 'dialog'
}

const PLACES = {
  corner: 'fixed inset-x-3 bottom-3 z-40 shadow-lg sm:left-auto sm:w-96',
  dialog: '',
} as const

/** Progress of uploads: hidden until the first file is dropped, pasted or chosen. */
export function Uploader({ limits, folder, results, place = 'corner' }: UploaderProps) {
  return (
    <section
      class={`rounded-lg border bg-popover text-popover-foreground ${PLACES[place]}`}
      aria-label={t('Uploads')}
      data-media-uploader
      data-folder={folder}
      data-results={results}
      data-max-form={limits.maxFileSize}
      data-max-parts={limits.maxDirectFileSize}
      data-types={limits.allowedTypes.join(',')}
      data-words={JSON.stringify(uploadWords())}
      hidden
    >
      <header class="flex items-center justify-between gap-2 border-b px-3 py-2">
        <h2 class="text-sm font-medium">
          <span role="status" data-summary>
            {t('Uploads')}
          </span>
        </h2>
        <button type="button" class="btn" data-variant="ghost" data-size="icon-sm" data-close aria-label={t('Close')}>
          <Icon name="x" />
        </button>
      </header>
      <ul class="scrollbar max-h-72 divide-y overflow-y-auto" data-rows tabindex={0} aria-label={t('Uploads')} />
      <input
        type="file"
        class="hidden"
        multiple
        accept={limits.allowedTypes.join(',')}
        aria-label={t('Files')}
        data-file
      />
      <template>
        <li class="group grid grid-cols-[1fr_auto] items-center gap-x-2 gap-y-1 px-3 py-2 text-sm">
          <span class="truncate" data-name />
          <span class="flex gap-1">
            <button type="button" class="btn" data-variant="ghost" data-size="xs" data-retry hidden>
              {t('Try again')}
            </button>
            <button type="button" class="btn" data-variant="ghost" data-size="xs" data-cancel>
              {t('Cancel')}
            </button>
          </span>
          <progress
            class="col-span-2 h-1.5 w-full appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary"
            max={1}
            value={0}
          />
          <span
            class="col-span-2 text-xs text-muted-foreground wrap-anywhere group-data-[upload-state=failed]:text-destructive group-data-[upload-state=refused]:text-destructive"
            data-state
          />
        </li>
      </template>
    </section>
  )
}

/** Returns the script's messages in the reader's language, with placeholders for numbers and names. */
function uploadWords(): Readonly<Record<string, string>> {
  return {
    waiting: t('Waiting'),
    uploading: t('Uploading, {percent} %', { percent: '{percent}' }),
    done: t('Uploaded'),
    cancelled: t('Cancelled'),
    offline: t('The connection was lost. What has been received is kept: try again.'),
    tooLarge: t('Larger than {limit}', { limit: '{limit}' }),
    wrongType: t('Files of this type are not accepted'),
    summary: t('{done} of {count} uploaded', { done: '{done}', count: '{count}' }),
    failed: t('{done} of {count} uploaded, {failed} failed', { done: '{done}', count: '{count}', failed: '{failed}' }),
    drop: t('Drop files to upload them'),
  }
}
