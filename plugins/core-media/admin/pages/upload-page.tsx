/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, Card, Field, formatBytes, Icon, PageHeader, Refusal, t } from 'lintel/ui'
import { limitsOf, readFolders, rightsOf } from '../library.ts'
import { FolderOptions } from './folder-options.tsx'
import { MediaTabs } from './media-tabs.tsx'
import { scriptOf } from './script.ts'
import { Uploader } from './uploader.tsx'

/** Page with a form for files; with a script, files can also be dropped or pasted, and their progress is shown. */
export default async function uploadPage(
  c: RequestContext,
  { query: { folder }, refused }: Shown<undefined, { readonly folder: string }>,
): Promise<Page> {
  const [folders, rights, limits] = [await readFolders(c), rightsOf(c), limitsOf(c)]
  const types = limits.allowedTypes.join(', ')
  const content = (
    <>
      <PageHeader title={t('Upload')} description={t('New files for the library.')} />
      <MediaTabs current="upload" rights={rights} />
      <Refusal problem={refused?.problem} shown={[]} />
      {!rights.upload ? (
        <Alert kind="note" title={t('You can view the library but not add to it')} />
      ) : (
        <Card>
          <form
            method="post"
            action="/admin/media/upload"
            enctype="multipart/form-data"
            class="grid gap-6 *:min-w-0"
            data-media-script={scriptOf(c)}
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
              help={t('At most {form} per file in this form, {parts} with JavaScript. Types: {types}', {
                form: formatBytes(limits.maxFileSize),
                parts: formatBytes(limits.maxDirectFileSize),
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
  return { title: t('Upload'), content }
}
