import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Most bytes of a key (R2). */
const MAX_KEY = 1024
/** Longest name that is written out. Disks take 255 bytes, and what stands beside a name needs some of them. */
const MAX_NAME = 180
const KEPT_OF_LONG = 120

/** End of the name of an object's record. No key has a `~` in its name. */
export const RECORD = '~object.json'
/** File in a folder with a shortened name: the part of the key that it stands for. */
export const SEGMENT = '~segment'
/** Folder of uploads in parts. */
export const UPLOADS = '~uploads'

/** Where an object lies. */
export interface Place {
  readonly key: string
  /** Folders below the bucket's, with the part of the key that each stands for. */
  readonly folders: readonly { readonly path: string; readonly segment: string }[]
  /** Folder of its files, absolute. */
  readonly folder: string
  /** Its name in that folder. */
  readonly name: string
  /** File of its record, absolute. */
  readonly record: string
}

/**
 * The place of a key below the bucket's folder.
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

/** The folder in which all keys lie that begin with `prefix`, and the part of them that it stands for. */
export function folderOf(bucket: string, prefix: string): { readonly path: string; readonly begin: string } {
  const begin = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const segments = begin.split('/').slice(0, -1)
  return { path: join(bucket, ...segments.map(nameOf)), begin }
}

/** The file that a version of an object's bytes is written to: `photo.jpg` has them in `photo~5f0c….jpg`. */
export function dataName(name: string, version: string): string {
  const extension = /(?<=.)\.[a-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return `${name.slice(0, name.length - extension.length)}~${version}${extension}`
}

/** The name of the object that a file of bytes belongs to; `null` for any other file. */
export function nameOfData(file: string): string | null {
  const [, stem, extension = ''] = /^(.+)~[0-9a-f]{16}(\.[a-z0-9]{1,10})?$/.exec(file) ?? []
  return stem === undefined ? null : stem + extension
}

/**
 * A part of a key as the name of a file: lower-case letters, digits, `-`, `_` and `.` as they are, everything else as
 * its bytes, `%41`, so that no disk takes two keys for one.
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

/** Tells whether a name was shortened: then it does not say what it stands for. */
export function isShortened(name: string): boolean {
  return /~[0-9a-f]{32}$/.test(name)
}

/** The part of a key that a name stands for; `null` for a name that no key has. */
export function segmentOf(name: string): string | null {
  if (name === '%') return ''
  if (!/^(?:[a-z0-9._-]|%[0-9a-f]{2})+$/.test(name)) return null
  try {
    return decodeURIComponent(name)
  } catch {
    return null // no UTF-8: somebody else's file
  }
}
