/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, t } from 'lintel/ui'
import type { Library } from '../library.ts'
import { libraryPath } from '../library-query.ts'
import { foldersIn } from './item-words.ts'

/** The folders inside the folder that the page shows. */
export function FolderTiles({ query, folders }: Library) {
  const within = foldersIn(folders, query.folder ?? '')
  if (within.length === 0) return null
  return (
    <nav aria-label={t('Subfolders')}>
      <ul class="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {within.map(({ name, path }) => (
          <li>
            <a
              class="flex items-center gap-2 rounded-md border bg-card px-3 py-2 text-sm hover:bg-accent focus-visible:outline-2 focus-visible:outline-ring"
              href={libraryPath({ folder: path })}
            >
              <Icon name="folder" class="size-4 text-muted-foreground" />
              <span class="truncate">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
