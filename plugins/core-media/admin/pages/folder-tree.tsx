/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, type IconName, t } from 'lintel/ui'
import type { Folder } from '../../library/folders.ts'
import { type LibraryQuery, libraryPath } from '../library-query.ts'
import { foldersIn } from './item-words.ts'

/** Tree of folders, open down to the subfolders of the shown folder; on wide screens it is beside the files. */
export function FolderTree({ folders, query }: { folders: readonly Folder[]; query: LibraryQuery }) {
  return (
    <nav aria-label={t('Folders')} class="max-lg:hidden">
      <ul class="grid gap-0.5">
        <Line path={undefined} name={t('All files')} icon="layers" query={query} />
        <Line path="" name={t('No folder')} icon="files" query={query} />
        <Branch folders={folders} parent="" query={query} />
      </ul>
    </nav>
  )
}

function Branch({ folders, parent, query }: { folders: readonly Folder[]; parent: string; query: LibraryQuery }) {
  return (
    <>
      {foldersIn(folders, parent).map(({ name, path }) => {
        const hasMore = foldersIn(folders, path).length > 0
        const isOpen = query.folder === path || query.folder?.startsWith(`${path}/`)
        return (
          <>
            <Line path={path} name={name} icon="folder" query={query} />
            {hasMore && isOpen && (
              <li>
                <ul class="ml-3 grid gap-0.5 border-l pl-2">
                  <Branch folders={folders} parent={path} query={query} />
                </ul>
              </li>
            )}
          </>
        )
      })}
    </>
  )
}

interface LineProps {
  readonly path: string | undefined
  readonly name: string
  readonly icon: IconName
  readonly query: LibraryQuery
}

function Line({ path, name, icon, query: { folder } }: LineProps) {
  return (
    <li>
      <a
        class="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm text-muted-foreground hover:bg-accent hover:text-foreground focus-visible:outline-2 focus-visible:outline-ring aria-[current=page]:bg-accent aria-[current=page]:font-medium aria-[current=page]:text-foreground"
        href={libraryPath(path === undefined ? {} : { folder: path })}
        aria-current={folder === path ? 'page' : undefined}
      >
        <Icon name={icon} />
        <span class="truncate">{name}</span>
      </a>
    </li>
  )
}
