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
  /** MIME type, which must match the bytes. Default: the type that the bytes show. */
  readonly type?: string
  readonly content: Uint8Array | ReadableStream<Uint8Array>
}

export interface FileOptions {
  /** Path of the folder, which is created if necessary. Default: the top. */
  readonly folder?: string
  /** True if the file is served only at signed addresses, and to people who are signed in. Default `false`. */
  readonly private?: boolean
  /** Id of the item, which must be new. Default: a random one. */
  readonly id?: string
}

/** Files of the media library. */
export interface MediaService {
  /**
   * Stores a file like an upload: detects its type, removes private metadata, stores equal files only once, and runs
   * hooks.
   * @throws HttpError `file_too_large`, `file_type_mismatch`, `unsupported_media_type`, `validation_failed`,
   * `not_configured` for a private file without the secret
   */
  uploadFile(file: NewFile, options?: FileOptions): Promise<ItemObject>
  /**
   * Deletes an item, and the item's file unless another item uses that file.
   * @returns `false` if the item does not exist
   * @throws HttpError `in_use` if content uses it
   */
  deleteFile(id: string): Promise<boolean>
  /**
   * Deletes items with their files, all or none.
   * @returns ids of the items that existed
   * @throws HttpError `in_use` if content uses one of them
   */
  deleteFiles(ids: readonly string[]): Promise<readonly string[]>
  /** Records which items are used by documents that were stored without running hooks. */
  noteUsages(documents: readonly StoredDocument[]): Promise<void>
  /** For documents of a collection that were deleted without running hooks, deletes their recorded uses. */
  forgetUsages(collection: string, documents: readonly string[]): Promise<void>
  /**
   * Makes a new image from another one, after the response; the original does not change.
   * @returns the queued job
   * @throws HttpError `not_found`, `unsupported_media_type`, `validation_failed`
   */
  processImage(id: string, operations: readonly OperationInput[]): Promise<Job>
  /** Returns the item with its file's metadata; `null` if the item does not exist. */
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
  if (!item) throw new Error('registering one file returned no item')
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
