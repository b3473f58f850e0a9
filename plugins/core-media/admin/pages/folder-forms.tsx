/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { Icon, type IconName, t } from 'lintel/ui'
import type { Library } from '../library.ts'
import { FolderOptions } from './folder-options.tsx'

/** Values of a refused form: the name of a new folder, or the new name of the shown folder. */
export type TypedFolder =
  | { readonly made: string; readonly changed?: undefined }
  | { readonly made?: undefined; readonly changed: { readonly name: string; readonly parent: string } }

/** Forms that create a folder inside the shown folder, and that rename, move or delete the shown folder. */
export function FolderForms({ library, typed }: { library: Library; typed: TypedFolder | undefined }) {
  const { query, folders, rights } = library
  const current = folders.find(({ path }) => path === query.folder)
  return (
    <div class="flex flex-wrap items-start gap-2">
      {rights.upload && (
        <Foldout icon="folder-plus" label={t('New folder')} isOpen={typed?.made !== undefined}>
          <form method="post" action="/admin/media/folders" class="flex flex-wrap items-end gap-2">
            <input type="hidden" name="parent" value={current?.path ?? ''} />
            <Name value={typed?.made ?? ''} />
            <button type="submit" class="btn">
              {t('Create folder')}
            </button>
          </form>
        </Foldout>
      )}
      {rights.upload && current && (
        <Foldout icon="pencil" label={t('Rename or move')} isOpen={typed?.changed !== undefined}>
          <form method="post" action={`/admin/media/folders/${current.id}`} class="flex flex-wrap items-end gap-2">
            <Name value={typed?.changed?.name ?? current.name} />
            <label class="grid gap-1 text-sm">
              {t('In folder')}
              <select class="select" name="parent">
                <FolderOptions
                  folders={folders}
                  chosen={typed?.changed?.parent ?? parentOf(current.path)}
                  without={current.path}
                />
              </select>
            </label>
            <button type="submit" class="btn">
              {t('Save folder')}
            </button>
          </form>
        </Foldout>
      )}
      {rights.delete && current && (
        <form method="post" action={`/admin/media/folders/${current.id}/delete`}>
          <button
            type="submit"
            class="btn"
            data-variant="ghost"
            data-size="sm"
            data-confirm={t('Delete the folder {name}?', { name: current.name })}
          >
            <Icon name="trash-2" />
            {t('Delete folder')}
          </button>
        </form>
      )}
    </div>
  )
}

function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

type FoldoutProps = PropsWithChildren<{ icon: IconName; label: string; isOpen?: boolean }>

function Foldout({ icon, label, isOpen = false, children }: FoldoutProps) {
  return (
    <details open={isOpen} class="open:w-full open:rounded-lg open:border open:p-3">
      <summary class="btn w-fit cursor-pointer" data-variant="ghost" data-size="sm">
        <Icon name={icon} />
        {label}
      </summary>
      <div class="pt-3">{children}</div>
    </details>
  )
}

function Name({ value }: { value: string }) {
  return (
    <label class="grid gap-1 text-sm">
      {t('Name')}
      <input class="input" type="text" name="name" value={value} data-max={100} required autocomplete="off" />
    </label>
  )
}
