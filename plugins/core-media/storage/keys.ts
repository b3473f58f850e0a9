import { MEDIA_TYPES, type MediaTypeName } from '../media-types.ts'

/** Folder of files in storage. The library ignores everything else in the bucket. */
export const FILES = 'media/'
/** Folder of files uploaded in parts that must not be served yet. */
export const INCOMING = 'media-incoming/'
/** Folder of objects made from files: thumbnails, variants. */
export const DERIVED = 'media-derived/'

/** Pattern of a file's key: 32 hexadecimal digits and an extension, after `private-` for a private file. */
export const KEY = /^(?:private-)?[0-9a-f]{32}\.[a-z0-9]{2,5}$/

/** Returns a new key. It reveals nothing of the file's name, and cannot be guessed (122 random bits). */
export function newKey(type: MediaTypeName, isPrivate: boolean): string {
  const random = crypto.randomUUID().replaceAll('-', '')
  return `${isPrivate ? 'private-' : ''}${random}.${MEDIA_TYPES[type].extension}`
}

/** Tells whether a string matches the pattern of a key. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** Tells whether a key belongs to a private file, for callers who are signed in or have a signed address. */
export function isPrivateKey(key: string): boolean {
  return key.startsWith('private-')
}

/** Returns the key under which storage keeps a file: the file's own key with the prefix `FILES`. */
export function placeOf(key: string): string {
  return FILES + key
}

/**
 * Returns the place of an object made from a file; the object is deleted with the file. `name` consists of letters,
 * digits and `-._`.
 */
export function derivedPlaceOf(key: string, name: string): string {
  return `${DERIVED}${key}/${name}`
}

/** Returns the name of an object made from a file, by its place. */
export function nameInPlace(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1)
}

/** Returns the key of the file that a place belongs to; `null` for a place outside the library. */
export function keyOfPlace(place: string): string | null {
  const [folder = '', key = ''] = place.split('/', 2)
  return [FILES, INCOMING, DERIVED].includes(`${folder}/`) && isKey(key) ? key : null
}
