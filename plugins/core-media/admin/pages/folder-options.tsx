/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { t } from 'lintel/ui'
import type { Folder } from '../../library/folders.ts'
import { depthOf } from './item-words.ts'

interface FolderOptionsProps {
  readonly folders: readonly Folder[]
  /** The path of the one that is chosen; empty for none. */
  readonly chosen: string
  /** A folder that cannot be chosen, with everything in it. */
  readonly without?: string
}

/** Folders as the options of a select, those within others further in. */
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
