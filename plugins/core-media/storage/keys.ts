import { MEDIA_TYPES, type MediaTypeName } from '../media-types.ts'

/** Where files lie in the storage; whatever else the bucket holds is none of the library's. */
export const FILES = 'media/'

const KEY = /^(?:private-)?[0-9a-f]{32}\.[a-z0-9]{2,5}$/

/** A new key: nothing of the file's name, and nobody can guess it (122 random bits). */
export function newKey(type: MediaTypeName, isPrivate: boolean): string {
  const random = crypto.randomUUID().replaceAll('-', '')
  return `${isPrivate ? 'private-' : ''}${random}.${MEDIA_TYPES[type].extension}`
}

/** Whether a text has the form of a key. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** Whether the file of a key is for callers who are signed in, or have a signed address. */
export function isPrivateKey(key: string): boolean {
  return key.startsWith('private-')
}

/** The file's place in the storage. */
export function placeOf(key: string): string {
  return FILES + key
}
