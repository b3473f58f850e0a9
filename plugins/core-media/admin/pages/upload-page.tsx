/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import { Alert, bytesInWords, Card, Field, Icon, PageHeader, t } from 'lintel/ui'
import type { Folder } from '../../library/folders.ts'
import type { Refusal } from '../ask-api.ts'
import type { Rights, UploadLimits } from '../library.ts'
import { FolderOptions } from './folder-options.tsx'
import { MediaTabs } from './media-tabs.tsx'
import { Uploader } from './uploader.tsx'

export interface UploadPageProps {
  readonly folder: string
  readonly folders: readonly Folder[]
  readonly rights: Rights
  readonly limits: UploadLimits
  readonly refusal: Refusal | null
}

/** A form for files; where there is a script they may be dropped or pasted as well, and show how far they are. */
export function uploadPage({ folder, folders, rights, limits, refusal }: UploadPageProps, script: string): Content {
  const types = limits.allowedTypes.join(', ')
  return (
    <>
      <PageHeader title={t('Upload')} description={t('New files for the library.')} />
      <MediaTabs current="upload" rights={rights} />
      {refusal && <Alert kind="error" title={refusal.detail} />}
      {!rights.upload ? (
        <Alert kind="note" title={t('You may look at the library, and not add to it')} />
      ) : (
        <Card>
          <form
            method="post"
            action="/admin/media/upload"
            enctype="multipart/form-data"
            class="grid gap-6 *:min-w-0"
            data-media-script={script}
            data-media-form
          >
            <Field id="media-folder" label={t('Folder')}>
              <select class="select w-full sm:w-80" id="media-folder" name="folder">
                <FolderOptions folders={folders} chosen={folder} />
              </select>
            </Field>
            <div class="grid gap-1">
              <label class="flex items-center gap-2 text-sm" for="media-private">
                <input class="input" type="checkbox" id="media-private" name="private" value="true" />
                {t('Private')}
              </label>
              <p class="text-sm text-muted-foreground">
                {t('Served to people who are signed in, and at signed addresses that expire.')}
              </p>
            </div>
            <Field
              id="media-file"
              label={t('Files')}
              help={t('At most {form} each in this form; {parts} where a script runs. Types: {types}', {
                form: bytesInWords(limits.maxFileSize),
                parts: bytesInWords(limits.maxDirectFileSize),
                types,
              })}
            >
              <input
                class="input"
                id="media-file"
                type="file"
                name="file"
                accept={limits.allowedTypes.join(',')}
                aria-describedby="media-file-note"
                multiple
                required
              />
            </Field>
            <div class="flex flex-wrap items-center gap-3">
              <button type="submit" class="btn">
                <Icon name="upload" />
                {t('Upload')}
              </button>
              <p class="text-sm text-muted-foreground" data-media-hint hidden>
                {t('Or drop files anywhere on this page, or paste a picture.')}
              </p>
            </div>
          </form>
        </Card>
      )}
      {rights.upload && <Uploader limits={limits} folder={folder} results="" />}
    </>
  )
}
