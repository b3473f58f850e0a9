import { MEDIA_TYPES, type MediaTypeName } from '../media-types.ts'

/** Folder of files in the storage. Whatever else the bucket holds is none of the library's. */
export const FILES = 'media/'
/** Folder of uploads in parts whose files are not fit to be served yet. */
export const INCOMING = 'media-incoming/'
/** Folder of what is made from files: thumbnails, variants. */
export const DERIVED = 'media-derived/'

/** Form of a key. */
export const KEY = /^(?:private-)?[0-9a-f]{32}\.[a-z0-9]{2,5}$/

/** A new key: nothing of the file's name, and nobody can guess it (122 random bits). */
export function newKey(type: MediaTypeName, isPrivate: boolean): string {
  const random = crypto.randomUUID().replaceAll('-', '')
  return `${isPrivate ? 'private-' : ''}${random}.${MEDIA_TYPES[type].extension}`
}

/** Tells whether a text has the form of a key. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** Tells whether the file of a key is for callers who are signed in, or have a signed address. */
export function isPrivateKey(key: string): boolean {
  return key.startsWith('private-')
}

/** The file's place in the storage. */
export function placeOf(key: string): string {
  return FILES + key
}

/** The place of something made from a file; it goes when the file goes. `name` is of letters, digits and `-._`. */
export function derivedPlaceOf(key: string, name: string): string {
  return `${DERIVED}${key}/${name}`
}

/** The name of something made from a file, by its place. */
export function nameInPlace(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1)
}

/** The key of the file that a place belongs to; `null` for a place that is none of ours. */
export function keyOfPlace(place: string): string | null {
  const [folder = '', key = ''] = place.split('/', 2)
  return [FILES, INCOMING, DERIVED].includes(`${folder}/`) && isKey(key) ? key : null
}
