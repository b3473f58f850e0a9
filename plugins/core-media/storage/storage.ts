/** An object as the storage knows it. */
export interface StoredObject {
  readonly key: string
  /** In bytes. */
  readonly size: number
  /** Strong, with its quotes, as HTTP has it. */
  readonly etag: string
  /** In milliseconds since the epoch. */
  readonly uploadedAt: number
}

export interface StoredBody extends StoredObject {
  readonly body: ReadableStream<Uint8Array>
}

/** Part of an object, in bytes; it must lie within. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

export interface StoredPart {
  readonly number: number
  readonly etag: string
}

/** Bytes with the number of them, which every storage must know before it takes them. */
export type Content = Uint8Array | { readonly stream: ReadableStream<Uint8Array>; readonly length: number }

/** The store of files. Keys are ours: letters, digits and `-._/`. Every call fails with an Error when the storage does;
 * of `storageOf` with an HttpError. */
export interface Storage {
  put(key: string, content: Content, type: string): Promise<void>
  /** `null` where there is no such object. */
  head(key: string): Promise<StoredObject | null>
  /** The object, or a part of it, as a stream. `size` is that of the whole. */
  get(key: string, range?: ByteRange): Promise<StoredBody | null>
  /** Objects that are not there are no error. */
  delete(keys: readonly string[]): Promise<void>
  /** Objects whose keys begin so, in the order of keys, some at a time. */
  list(prefix: string, cursor?: string): Promise<{ objects: readonly StoredObject[]; cursor: string | null }>
  /**
   * Begins an upload in parts. All parts but the last have one size, at least `MIN_PART`; they come in any order, and one
   * that comes again replaces the first.
   * @returns the upload's id
   */
  createUpload(key: string, type: string): Promise<string>
  /** @returns the part's ETag, for `completeUpload` */
  putPart(key: string, upload: string, number: number, content: Content): Promise<string>
  /** Makes the parts, in the order of their numbers, the object. */
  completeUpload(key: string, upload: string, parts: readonly StoredPart[]): Promise<void>
  /** Forgets the parts. An upload that is not there is no error. */
  abortUpload(key: string, upload: string): Promise<void>
}

/** Smallest part but the last, in bytes (S3 and R2: 5 MiB). */
export const MIN_PART = 5 * 1024 * 1024

export function lengthOf(content: Content): number {
  return content instanceof Uint8Array ? content.length : content.length
}
