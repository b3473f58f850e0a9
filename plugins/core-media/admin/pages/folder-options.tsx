/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { t } from 'lintel/ui'
import type { Folder } from '../../library/folders.ts'
import { depthOf } from './item-words.ts'

interface FolderOptionsProps {
  readonly folders: readonly Folder[]
  /** Path of the selected folder; empty for none. */
  readonly chosen: string
  /** A folder that cannot be selected, nor any folder inside it. */
  readonly without?: string
}

/** Folders as the options of a select, with subfolders indented. */
export function FolderOptions({ folders, chosen, without }: FolderOptionsProps) {
  const offered = folders.filter(({ path }) => path !== without && !path.startsWith(`${without}/`))
  return (
    <>
      <option value="" selected={chosen === ''}>
        {t('No folder')}
      </option>
      {offered.map((folder) => (
        <option value={folder.path} selected={folder.path === chosen}>
          {`${'\u2003'.repeat(depthOf(folder))}${folder.name}`}
        </option>
      ))}
    </>
  )
}
