/** Properties of an object in storage. */
export interface StoredObject {
  readonly key: string
  /** Size in bytes. */
  readonly size: number
  /** Strong ETag with its quotes, as in HTTP. */
  readonly etag: string
  /** Upload time in milliseconds since the epoch. */
  readonly uploadedAt: number
}

export interface StoredBody extends StoredObject {
  readonly body: ReadableStream<Uint8Array>
}

/** Part of an object, in bytes; it must be inside the object. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

export interface StoredPart {
  readonly number: number
  readonly etag: string
}

/** Bytes with their length, which every storage must know in advance. */
export type Content = Uint8Array | { readonly stream: ReadableStream<Uint8Array>; readonly length: number }

/**
 * A store of files. Keys consist of letters, digits and `-._/`. Every call fails with an Error if the storage fails;
 * calls on the result of `storageOf` fail with an HttpError.
 */
export interface Storage {
  put(key: string, content: Content, type: string): Promise<void>
  /** Returns an object's properties; `null` if it does not exist. */
  head(key: string): Promise<StoredObject | null>
  /** Returns an object, or a part of it, as a stream. `size` is the size of the whole object. */
  get(key: string, range?: ByteRange): Promise<StoredBody | null>
  /** Deletes objects. An object that does not exist causes no error. */
  delete(keys: readonly string[]): Promise<void>
  /** Returns a page of the objects whose keys begin with a prefix, sorted by key. */
  list(prefix: string, cursor?: string): Promise<{ objects: readonly StoredObject[]; cursor: string | null }>
  /**
   * Begins an upload in parts. All parts but the last have the same size, at least `MIN_PART`; they may come in any
   * order, and a part that is sent again replaces the earlier one.
   * @returns the upload's id
   */
  createUpload(key: string, type: string): Promise<string>
  /**
   * Stores a part.
   * @returns the part's ETag, for `completeUpload`
   */
  putPart(key: string, upload: string, number: number, content: Content): Promise<string>
  /** Joins the parts, sorted by number, into the object. */
  completeUpload(key: string, upload: string, parts: readonly StoredPart[]): Promise<void>
  /** Deletes the parts. An upload that does not exist causes no error. */
  abortUpload(key: string, upload: string): Promise<void>
}

/** Minimum size of every part but the last, in bytes (S3 and R2: 5 MiB). */
export const MIN_PART = 5 * 1024 * 1024

export function lengthOf(content: Content): number {
  return content instanceof Uint8Array ? content.length : content.length
}
