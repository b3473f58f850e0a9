import { type IconName, t } from 'lintel/ui'
import type { Folder } from '../../library/folders.ts'
import type { ItemObject } from '../../library/item-object.ts'
import type { KINDS } from '../library-query.ts'

/** Returns an item's name for people: its title, else the name of its file. */
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

/** Largest picture that a list shows as it is, in bytes, where it has no thumbnail. */
const MAX_SHOWN = 300_000

/** A small picture of an item; `null` where only an icon can stand for it. */
export function pictureOf({ type, size, url, thumbnailUrl }: ItemObject): string | null {
  return thumbnailUrl ?? (kindOf(type) === 'image' && size <= MAX_SHOWN ? url : null)
}

export function depthOf({ path }: Folder): number {
  return path.split('/').length - 1
}

/** Folders that lie in this one, not deeper. */
export function foldersIn(folders: readonly Folder[], parent: string): readonly Folder[] {
  const start = parent === '' ? '' : `${parent}/`
  return folders.filter(
    ({ path }) => path.startsWith(start) && !path.slice(start.length).includes('/') && path !== parent,
  )
}
