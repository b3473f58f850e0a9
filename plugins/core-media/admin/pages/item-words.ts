import { type IconName, t } from 'lintel/ui'
import type { Folder } from '../../library/folders.ts'
import type { ItemObject } from '../../library/item-object.ts'
import type { KINDS } from '../library-query.ts'

/** Returns an item's name for people: its title, or the name of its file if it has no title. */
export function nameOf({ title, originalName }: Pick<ItemObject, 'title' | 'originalName'>): string {
  return title ?? originalName
}

export function kindOf(type: string): (typeof KINDS)[number] {
  const [kind] = type.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
}

export function iconOf(type: string): IconName {
  const icons = { image: 'image', video: 'film', audio: 'music', document: 'file-text' } as const
  return icons[kindOf(type)]
}

export function describeKind(kind: (typeof KINDS)[number]): string {
  if (kind === 'image') return t('Images')
  if (kind === 'video') return t('Videos')
  return kind === 'audio' ? t('Sound') : t('Documents')
}

export function detailsPath(id: string, part = '/details'): string {
  return `/admin/media/${encodeURIComponent(id)}${part}`
}

/** Maximum size of a picture that lists show if it has no thumbnail, in bytes. */
const MAX_SHOWN = 300_000

/** Returns the address of a small picture of an item; `null` if there is only an icon. */
export function pictureOf({ type, size, url, thumbnailUrl }: ItemObject): string | null {
  return thumbnailUrl ?? (kindOf(type) === 'image' && size <= MAX_SHOWN ? url : null)
}

export function depthOf({ path }: Folder): number {
  return path.split('/').length - 1
}

/** Returns the direct subfolders of a folder. */
export function foldersIn(folders: readonly Folder[], parent: string): readonly Folder[] {
  const start = parent === '' ? '' : `${parent}/`
  return folders.filter(
    ({ path }) => path.startsWith(start) && !path.slice(start.length).includes('/') && path !== parent,
  )
}
