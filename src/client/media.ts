/** `lintel/client/media`: the media library, with uploads. */
import type { CallOptions } from './collection.ts'
import type { Call, Requests } from './connection.ts'
import type { MediaItem, UploadedFile, UploadOptions } from './media-item.ts'
import { type PartsOptions, uploadInParts } from './media-upload.ts'

export interface MediaItemDetail extends MediaItem {
  /** Fields of documents that use the item. */
  readonly usedBy: readonly { readonly collection: string; readonly id: string; readonly field: string }[]
}

export type MediaChanges = Partial<Pick<MediaItem, 'title' | 'alt' | 'tags' | 'folder' | 'focalPoint'>>

export interface MediaFolder {
  readonly id: string
  readonly name: string
  readonly path: string
}

export interface MediaQuery {
  readonly page?: number
  /** Maximum number of items per page: 1 to 100. Default 20. */
  readonly limit?: number
  readonly type?: 'image' | 'video' | 'audio' | 'document'
  /** Only items directly in this folder; empty for the top level. */
  readonly folder?: string
  readonly tag?: string
  /** Only the items with these ids; at most 100. */
  readonly ids?: readonly string[]
  /** Words to find in name, title, alternative text and tags. */
  readonly q?: string
  /** Property to sort by; a leading `-` sorts descending. Default `-createdAt`. */
  readonly sort?: `${'-' | ''}${'createdAt' | 'updatedAt' | 'originalName' | 'title' | 'size'}`
}

export interface MediaPage {
  readonly data: readonly MediaItem[]
  readonly pagination: {
    readonly page: number
    readonly limit: number
    readonly total: number
    readonly totalPages: number
    readonly hasNext: boolean
    readonly hasPrev: boolean
  }
}

/** The media library. Every call throws a `LintelError` when the service returns an error. */
export interface MediaClient {
  list(query?: MediaQuery, options?: CallOptions): Promise<MediaPage>
  get(id: string, options?: CallOptions): Promise<MediaItemDetail>
  update(id: string, changes: MediaChanges, options?: CallOptions): Promise<MediaItem>
  /** Deletes an item. With `force`, even if content uses it. */
  delete(id: string, options?: CallOptions & { readonly force?: boolean }): Promise<void>
  /** Uploads files in one request, all or none. Use `uploadInParts` for files of more than a few megabytes. */
  upload(files: readonly File[], options?: UploadOptions): Promise<readonly UploadedFile[]>
  /** Uploads a file of any size part by part. It can continue an interrupted upload. */
  uploadInParts(file: Blob, options?: PartsOptions): Promise<UploadedFile>
  /**
   * Moves items to a folder.
   * @returns ids of the moved items, and ids that do not exist
   */
  move(
    ids: readonly string[],
    folder: string,
    options?: CallOptions,
  ): Promise<{ readonly moved: readonly string[]; readonly missing: readonly string[] }>
  /** Adds and removes tags. */
  tag(
    ids: readonly string[],
    changes: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
    options?: CallOptions,
  ): Promise<{ readonly tagged: readonly string[]; readonly missing: readonly string[] }>
  /** Deletes all of the items or none. */
  deleteMany(
    ids: readonly string[],
    options?: CallOptions & { readonly force?: boolean },
  ): Promise<{ readonly deleted: readonly string[]; readonly missing: readonly string[] }>
  folders(options?: CallOptions): Promise<readonly MediaFolder[]>
  createFolder(name: string, parent?: string, options?: CallOptions): Promise<MediaFolder>
  /** Renames a folder, or moves it, with everything in it. */
  updateFolder(
    id: string,
    changes: { readonly name?: string; readonly parent?: string },
    options?: CallOptions,
  ): Promise<MediaFolder>
  /** Deletes a folder, which must be empty. */
  deleteFolder(id: string, options?: CallOptions): Promise<void>
  /** Returns the address of a private file, valid for `lifetime` seconds. Default 3600. */
  signedUrl(id: string, lifetime?: number, options?: CallOptions): Promise<string>
}

const ROOT = '/api/media'

/**
 * Returns the media library of a client's service.
 * ```ts
 * const media = mediaClient(createClient({ baseUrl: 'https://cms.example.com', token }))
 * ```
 */
export function mediaClient(client: Requests): MediaClient {
  const at = (id: string, rest = '') => `${ROOT}/${encodeURIComponent(id)}${rest}`
  const ask = async <Data>(call: Call) => {
    const { data } = (await (await client.request(call)).json()) as { data: Data } // as the API documents it
    return data
  }
  return {
    list: async ({ ids, ...rest } = {}, { signal } = {}) => {
      const query = { ...rest, ids: ids?.join(',') }
      return (await client.request({ method: 'GET', path: ROOT, query, signal })).json()
    },
    get: (id, { signal } = {}) => ask({ method: 'GET', path: at(id), signal }),
    update: (id, body, { signal } = {}) => ask({ method: 'PATCH', path: at(id), body, signal }),
    delete: async (id, { force, signal } = {}) => {
      await client.request({ method: 'DELETE', path: at(id), query: { force }, signal })
    },
    upload: async (files, { folder, private: isPrivate, signal } = {}) => {
      const form = new FormData()
      if (folder !== undefined) form.append('folder', folder)
      if (isPrivate) form.append('private', 'true')
      for (const file of files) form.append('file', file, file.name)
      const path = `${ROOT}/upload`
      const data = await ask<UploadedFile | UploadedFile[]>({ method: 'POST', path, content: form, signal })
      return Array.isArray(data) ? data : [data]
    },
    uploadInParts: (file, options) => uploadInParts(client, file, options),
    move: (ids, folder, { signal } = {}) =>
      ask({ method: 'POST', path: `${ROOT}/bulk-move`, body: { ids, folder }, signal }),
    tag: (ids, { add = [], remove = [] }, { signal } = {}) =>
      ask({ method: 'POST', path: `${ROOT}/bulk-tag`, body: { ids, add, remove }, signal }),
    deleteMany: (ids, { force = false, signal } = {}) =>
      ask({ method: 'POST', path: `${ROOT}/bulk-delete`, body: { ids, force }, signal }),
    folders: ({ signal } = {}) => ask({ method: 'GET', path: `${ROOT}/folders`, signal }),
    createFolder: (name, parent = '', { signal } = {}) =>
      ask({ method: 'POST', path: `${ROOT}/create-folder`, body: { name, parent }, signal }),
    updateFolder: (id, body, { signal } = {}) =>
      ask({ method: 'PATCH', path: `${ROOT}/folders/${encodeURIComponent(id)}`, body, signal }),
    deleteFolder: async (id, { signal } = {}) => {
      await client.request({ method: 'DELETE', path: `${ROOT}/folders/${encodeURIComponent(id)}`, signal })
    },
    signedUrl: async (id, lifetime, { signal } = {}) => {
      const { url } = await ask<{ url: string }>({ method: 'GET', path: at(id, '/url'), query: { lifetime }, signal })
      return url
    },
  }
}

export type { MediaItem, UploadedFile, UploadOptions } from './media-item.ts'
export type { PartsOptions, UploadProgress } from './media-upload.ts'
