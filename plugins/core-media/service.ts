/** Functions of media for other plugins: `await serviceOf(c, 'media')`. */
import { checkValue, HttpError, type RequestContext, settingsOf } from 'lintel/kit'
import { type OperationInput, operationsSchema } from './images/operations.ts'
import type { Job } from './jobs/job.ts'
import { startJob } from './jobs/start-job.ts'
import { type ItemObject, itemObject } from './library/item-object.ts'
import { findItem } from './library/items.ts'
import { cleanFilename, readFolder } from './library/names.ts'
import { forgetUsages, noteUsages, type StoredDocument } from './library/note-usages.ts'
import { removeItems } from './library/remove.ts'
import { requireUrlSecret } from './serve/signed-url.ts'
import { settings } from './settings.ts'
import { storageOf } from './storage/open.ts'
import type { Item } from './tables.ts'
import { announceItem } from './upload/announce.ts'
import { type Received, type Receiver, receive } from './upload/receive.ts'
import { register } from './upload/register.ts'

export type { AvifEncoder } from './images/avif.ts'
export type { OperationInput } from './images/operations.ts'
export type { Job } from './jobs/job.ts'
export type { ItemObject } from './library/item-object.ts'
export type { StoredDocument } from './library/note-usages.ts'

export interface NewFile {
  readonly name: string
  /** The MIME type, which the bytes must bear out. Default: what the bytes say. */
  readonly type?: string
  readonly content: Uint8Array | ReadableStream<Uint8Array>
}

export interface FileOptions {
  /** The folder's path; it is made where it is not there. Default: the top. */
  readonly folder?: string
  /** Served at signed addresses only, and to whoever is signed in. Default `false`. */
  readonly private?: boolean
  /** The item's id, which no other item has. Default: a new one. */
  readonly id?: string
}

/** Files of the media library (specification, "Programmatic interfaces"). */
export interface MediaService {
  /**
   * Takes a file in as an upload would: its type by its bytes, cleaned, stored once, told to hooks.
   * @throws HttpError `file_too_large`, `file_type_mismatch`, `unsupported_media_type`, `validation_failed`
   */
  uploadFile(file: NewFile, options?: FileOptions): Promise<ItemObject>
  /**
   * Deletes an item, and its file when no other shows it.
   * @returns `false` where there is no such item
   * @throws HttpError `in_use` where content uses it
   */
  deleteFile(id: string): Promise<boolean>
  /**
   * Deletes items with their files, all or none.
   * @returns ids of those that there were
   * @throws HttpError `in_use` where content uses one of them
   */
  deleteFiles(ids: readonly string[]): Promise<readonly string[]>
  /** Writes down which items documents refer to that were stored without a hook being told. */
  noteUsages(documents: readonly StoredDocument[]): Promise<void>
  /** Documents of a collection that were deleted without a hook being told refer to nothing any more. */
  forgetUsages(collection: string, documents: readonly string[]): Promise<void>
  /**
   * Makes a new image of one, after the answer; the original stays as it is.
   * @returns the job, queued
   * @throws HttpError `not_found`, `unsupported_media_type`, `validation_failed`
   */
  processImage(id: string, operations: readonly OperationInput[]): Promise<Job>
  /** The item with what is known of its file; `null` where there is none. */
  getMetadata(id: string): Promise<ItemObject | null>
}

declare module 'lintel' {
  interface Services {
    media: MediaService
  }
}

export function mediaService(c: RequestContext): MediaService {
  return {
    uploadFile: async (file, options = {}) => {
      const item = await uploadOne(c, file, options)
      return announceItem(c, item)
    },
    deleteFile: async (id) => (await removeItems(c, [id], false)).length > 0,
    deleteFiles: (ids) => removeItems(c, ids, false),
    noteUsages: (documents) => noteUsages(c, documents),
    forgetUsages: (collection, documents) => forgetUsages(c, collection, documents),
    processImage: async (id, operations) => {
      const checked = checkValue(operationsSchema, operations)
      if (!checked.success) throw new HttpError('validation_failed', undefined, { errors: checked.errors })
      return startJob(c, id, checked.data)
    },
    getMetadata: async (id) => {
      const item = await findItem(c.var.db, id)
      return item ? itemObject(c, item) : null
    },
  }
}

async function uploadOne(
  c: RequestContext,
  { name, type = '', content }: NewFile,
  { folder = '', private: isPrivate = false, id }: FileOptions,
): Promise<Item> {
  const { maxFileSize, allowedTypes } = settingsOf(c, settings)
  if (isPrivate) requireUrlSecret(c)
  const place = readFolder(folder)
  const receiver = receive(
    { name: cleanFilename(name), claimedType: type },
    { storage: storageOf(c), maxFileSize, allowedTypes, isPrivate },
  )
  const file = await writeAll(receiver, content)
  const [item] = await register(c, [file], place, id === undefined ? {} : { id })
  if (!item) throw new Error('registering one file gave no item')
  return item
}

async function writeAll(receiver: Receiver, content: NewFile['content']): Promise<Received> {
  try {
    if (content instanceof Uint8Array) await receiver.write(content)
    else for await (const chunk of content) await receiver.write(chunk)
    return await receiver.end()
  } catch (error) {
    await receiver.discard()
    throw error
  }
}
