import { HttpError, t } from 'lintel/kit'
import * as z from 'zod'

/** Maximum lengths of a file's name, a folder's name and a path, in characters, and maximum depth of folders. */
const MAX_NAME = 255
const MAX_FOLDER = 100
const MAX_PATH = 500
const MAX_DEPTH = 10

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a name
const UNPRINTABLE = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a file's name from the name that its sender gives, without folders and unprintable characters; `file` if
 * nothing remains.
 */
export function cleanFilename(filename: string): string {
  const last = filename.split(/[\\/]/).at(-1) ?? ''
  const name = last.normalize('NFC').replace(UNPRINTABLE, '').trim()
  const shortened = name.length <= MAX_NAME ? name : shorten(name)
  return /^\.*$/.test(shortened) ? 'file' : shortened
}

/** Shortens a name, but keeps its extension, by which people recognize a file. */
function shorten(name: string): string {
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, MAX_NAME - ending.length) + ending
}

/**
 * Returns the normalized path of a folder: `press/2026`, empty for the top.
 * @throws HttpError `validation_failed`
 */
export function readFolder(folderPath: string, path = 'folder'): string {
  const names = folderPath.split('/').filter((name) => name.trim() !== '')
  if (names.length > MAX_DEPTH)
    throw invalid(path, t('Folders can be nested at most {max} levels deep.', { max: MAX_DEPTH }))
  const folder = names.map((name) => readFolderName(name, path)).join('/')
  if (folder.length > MAX_PATH) throw invalid(path, t('The path is longer than {max} characters.', { max: MAX_PATH }))
  return folder
}

/**
 * Returns the path of a folder inside another one.
 * @throws HttpError `validation_failed`
 */
export function readFolderIn(parent: string, name: string): string {
  return readFolder(`${readFolder(parent, 'parent')}/${readFolderName(name)}`)
}

/** Query parameter for a folder's path, which it normalizes. */
export const folderParameter = z
  .string()
  .max(MAX_PATH)
  .transform((path, { issues }) => {
    try {
      return readFolder(path)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      issues.push({ code: 'custom', message: error.message, input: path })
      return z.NEVER
    }
  })

/**
 * Returns the normalized name of a folder.
 * @throws HttpError `validation_failed`
 */
export function readFolderName(folderName: string, path = 'name'): string {
  const name = folderName.normalize('NFC').trim()
  UNPRINTABLE.lastIndex = 0
  if (name === '' || /^\.+$/.test(name) || /[\\/]/.test(name) || UNPRINTABLE.test(name)) {
    throw invalid(path, t('The name of a folder must not contain slashes, or consist only of dots.'))
  }
  if (name.length > MAX_FOLDER)
    throw invalid(path, t("A folder's name may have at most {max} characters.", { max: MAX_FOLDER }))
  return name
}

function invalid(path: string, message: string): HttpError {
  return new HttpError('validation_failed', message, { errors: [{ path, code: 'invalid_format', message }] })
}
