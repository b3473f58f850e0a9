import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Maximum number of bytes of a key (R2). */
const MAX_KEY = 1024
/** Maximum length of a name that is not shortened. File systems allow 255 bytes, and suffixes need some of them. */
const MAX_NAME = 180
const KEPT_OF_LONG = 120

/** Suffix of the file with an object's record. Encoded keys never contain `~`. */
export const RECORD = '~object.json'
/** File that contains the whole part of the key, in a folder whose name stands for it in shortened form. */
export const SEGMENT = '~segment'
/** Folder of multipart uploads. */
export const UPLOADS = '~uploads'

/** Location of an object's files. */
export interface Place {
  readonly key: string
  /**
   * Folders between the bucket's folder and the object's files, outermost first, each with the part of the key that it
   * stands for.
   */
  readonly folders: readonly { readonly path: string; readonly segment: string }[]
  /** Absolute path of the folder with the object's files. */
  readonly folder: string
  /** Name of the object in `folder`. */
  readonly name: string
  /** Absolute path of the object's record. */
  readonly record: string
}

/**
 * Returns the location of a key below the bucket's folder.
 * @throws Error for a key that is empty or has more than 1,024 bytes
 */
export function placeOf(bucket: string, key: string): Place {
  if (key === '' || Buffer.byteLength(key) > MAX_KEY) {
    throw new Error('The specified object name is not valid. (10020)')
  }
  const segments = key.toWellFormed().split('/')
  const name = nameOf(segments.pop() ?? '')
  let folder = bucket
  const folders = segments.map((segment) => {
    folder = join(folder, nameOf(segment))
    return { path: folder, segment }
  })
  return { key: key.toWellFormed(), folders, folder, name, record: join(folder, name + RECORD) }
}

/**
 * Returns the folder that contains all keys with `prefix`, and the beginning of the keys that the folder stands for.
 */
export function folderOf(bucket: string, prefix: string): { readonly path: string; readonly begin: string } {
  const begin = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const segments = begin.split('/').slice(0, -1)
  return { path: join(bucket, ...segments.map(nameOf)), begin }
}

/** Returns the name of the file that contains a version of an object: `photo~5f0c….jpg` for `photo.jpg`. */
export function dataName(name: string, version: string): string {
  const extension = /(?<=.)\.[a-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return `${name.slice(0, name.length - extension.length)}~${version}${extension}`
}

/** Returns the name of the object that a content file belongs to; `null` for any other file. */
export function nameOfData(file: string): string | null {
  const [, stem, extension = ''] = /^(.+)~[0-9a-f]{16}(\.[a-z0-9]{1,10})?$/.exec(file) ?? []
  return stem === undefined ? null : stem + extension
}

/**
 * Encodes a part of a key as a file name: lower-case letters, digits, `-`, `_` and inner `.` are kept, everything else
 * becomes its bytes, `%41`, so that no file system confuses two keys. A long name is shortened and gets a hash.
 */
function nameOf(segment: string): string {
  const name = segment.replace(/[^a-z0-9._-]/gu, escaped).replace(/^\.|\.$/g, '%2e') || '%'
  if (name.length <= MAX_NAME) return name
  const hash = createHash('sha256').update(segment).digest('hex').slice(0, 32)
  return `${name.slice(0, KEPT_OF_LONG).replace(/%[0-9a-f]?$/, '')}~${hash}`
}

function escaped(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** Tells whether a name was shortened, and so cannot be decoded. */
export function isShortened(name: string): boolean {
  return /~[0-9a-f]{32}$/.test(name)
}

/** Decodes a file name to the part of a key that it stands for; `null` if no part of a key has this file name. */
export function segmentOf(name: string): string | null {
  if (name === '%') return ''
  if (!/^[a-z0-9._%-]+$/.test(name)) return null
  if (!name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return null // not UTF-8: not a file of the bucket
  }
}
