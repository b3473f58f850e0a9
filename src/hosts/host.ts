/**
 * Types of the bindings that a host provides to a service. Cloudflare's bindings have these types; `node/` implements
 * them for Node. `test/hosts` checks that all hosts behave alike.
 */

/**
 * Database of a service: SQLite with full-text search, JSON and foreign keys. Error messages begin with `D1_` and use
 * D1's wording. D1's limits apply: 100 values, 100 kB of text, 100 columns, 5 terms of a compound SELECT.
 *
 * Hosts differ as follows: D1 runs a string of two statements, Node rejects it; Node does not support `:named` values;
 * D1 supports fewer of SQLite's functions, and its errors contain the offset in the SQL.
 */
export interface HostDatabase {
  prepare(sql: string): HostStatement
  /**
   * Prepares a statement that a person wrote, and whose reads may take long. Nothing else waits for it, and it is
   * aborted after `longest` milliseconds. Absent on D1, where both hold for every statement.
   */
  prepareApart?(sql: string, longest: number): HostStatement
  /** Runs statements as one transaction, all or nothing, and returns the result of each. */
  batch<Result = HostRow>(statements: HostStatement[]): Promise<HostResult<Result>[]>
  /**
   * Opens a session: each statement sees at least the state that the previous one saw.
   * @param start `first-primary`, `first-unconstrained`, or the bookmark of an earlier session
   */
  withSession(start?: string): HostSession
}

export interface HostSession extends Pick<HostDatabase, 'prepare' | 'batch'> {
  /**
   * Returns a bookmark of the last state seen; `null` before the first response, and on hosts whose reads are always
   * current.
   */
  getBookmark(): string | null
}

/** A statement that can be run many times. `?1` is the first value. */
export interface HostStatement {
  bind(...values: unknown[]): HostStatement
  all<Result = HostRow>(): Promise<HostResult<Result>>
  run<Result = HostRow>(): Promise<HostResult<Result>>
  first<Result = HostRow>(): Promise<Result | null>
  first<Value = unknown>(column: string): Promise<Value | null>
  /** Returns rows as arrays, optionally preceded by the names of the columns. */
  raw<Result = unknown[]>(options: { readonly columnNames: true }): Promise<[string[], ...Result[]]>
  raw<Result = unknown[]>(options?: { readonly columnNames?: false }): Promise<Result[]>
}

export type HostRow = Record<string, unknown>

export interface HostResult<Result = HostRow> {
  readonly results: Result[]
  readonly meta: HostMeta
}

export interface HostMeta {
  /** Time spent in the database, in milliseconds. */
  readonly duration: number
  /** Number of rows read; `null` if the host does not count them. */
  readonly rows_read: number | null
  readonly rows_written: number
  /** Number of rows changed, including those changed by triggers. */
  readonly changes: number
  /** Size of the database afterwards, in bytes. */
  readonly size_after: number
}

/**
 * Storage of bytes by key. Every call sees the writes that completed before it; of two concurrent writes to a key, one
 * wins.
 *
 * Hosts differ as follows: the ETag is an MD5 in R2 and a SHA-256 in a folder. A folder checks content that is read
 * completely against its hash.
 */
export interface HostBucket {
  put(key: string, value: HostBytes, options?: HostObjectOptions): Promise<HostObject>
  head(key: string): Promise<HostObject | null>
  get(key: string, options?: { readonly range?: HostRange }): Promise<HostObjectBody | null>
  /** Deletes at most 1,000 objects at once. Missing objects are ignored. */
  delete(keys: string | string[]): Promise<void>
  list(options?: HostListOptions): Promise<HostObjectList>
  createMultipartUpload(key: string, options?: HostObjectOptions): Promise<HostUpload>
  /** Continues an upload, without checking that it exists. */
  resumeMultipartUpload(key: string, uploadId: string): HostUpload
}

/**
 * Content of an object. A stream must have a known length: a `FixedLengthStream`, or the body of a request with a
 * length. R2 rejects other streams.
 */
export type HostBytes = ReadableStream<Uint8Array> | ArrayBuffer | ArrayBufferView | string

export interface HostRange {
  readonly offset: number
  readonly length: number
}

export interface HostObjectOptions {
  readonly httpMetadata?: { readonly contentType?: string }
  readonly customMetadata?: Record<string, string>
}

export interface HostObject {
  readonly key: string
  /** Size of the whole object, in bytes. */
  readonly size: number
  readonly etag: string
  /** `etag` in the quotes that HTTP requires. */
  readonly httpEtag: string
  readonly uploaded: Date
  readonly httpMetadata?: { readonly contentType?: string }
  readonly customMetadata?: Record<string, string>
}

export interface HostObjectBody extends HostObject {
  /** The content of the object, or its requested part. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
}

export interface HostListOptions {
  readonly prefix?: string
  readonly cursor?: string
  /** Maximum number of objects. Default and maximum 1,000. */
  readonly limit?: number
  /** Metadata to include with each object. */
  readonly include?: ('httpMetadata' | 'customMetadata')[]
}

/** A page of a list, ordered by the bytes of the keys. */
export type HostObjectList =
  | { readonly objects: HostObject[]; readonly truncated: false }
  | { readonly objects: HostObject[]; readonly truncated: true; readonly cursor: string }

/** An upload in parts, which may arrive in any order; a repeated part replaces the earlier one. */
export interface HostUpload {
  readonly key: string
  readonly uploadId: string
  uploadPart(partNumber: number, value: HostBytes): Promise<HostPart>
  /**
   * Completes the upload.
   * @throws Error with `10024` for an upload that is completed, aborted or unknown
   */
  complete(parts: HostPart[]): Promise<HostObject>
  /**
   * Discards the upload.
   * @throws Error in the same cases as `complete`
   */
  abort(): Promise<void>
}

export interface HostPart {
  readonly partNumber: number
  readonly etag: string
}

/** Storage of values that expire. Other locations may see a change up to a minute later. */
export interface HostStore {
  get(key: string, type?: 'text'): Promise<string | null>
  get<Value = unknown>(key: string, type: 'json'): Promise<Value | null>
  getWithMetadata<Metadata = unknown>(
    key: string,
    type?: 'text',
  ): Promise<{ readonly value: string | null; readonly metadata: Metadata | null }>
  /**
   * Stores a value.
   * @param options `expirationTtl` in seconds, 60 or more; metadata of up to 1,024 bytes
   */
  put(
    key: string,
    value: string,
    options?: { readonly expirationTtl?: number; readonly metadata?: unknown },
  ): Promise<void>
  delete(key: string): Promise<void>
  list<Metadata = unknown>(options?: {
    readonly prefix?: string
    readonly cursor?: string
    readonly limit?: number
  }): Promise<HostKeyList<Metadata>>
}

export type HostKeyList<Metadata = unknown> = {
  readonly keys: { readonly name: string; readonly metadata?: Metadata }[]
} & ({ readonly list_complete: true } | { readonly list_complete: false; readonly cursor: string })

/**
 * Queue for background work. Each message is delivered at least once, and at most four times. On Node, redelivery waits
 * for at least a second, and a message that has failed for good stays in its table for two weeks.
 */
export interface HostQueue {
  send(message: unknown, options?: { readonly delaySeconds?: number }): Promise<unknown>
  sendBatch(messages: Iterable<{ readonly body: unknown; readonly delaySeconds?: number }>): Promise<unknown>
}

/**
 * Messages that the queue delivers together. A message that is neither acknowledged nor retried counts as acknowledged,
 * unless the consumer throws.
 */
export interface HostBatch<Message = unknown> {
  readonly messages: readonly HostMessage<Message>[]
  retryAll(options?: { readonly delaySeconds?: number }): void
}

export interface HostMessage<Message = unknown> {
  readonly id: string
  readonly body: Message
  /** Number of deliveries so far, including this one. */
  readonly attempts: number
  ack(): void
  retry(options?: { readonly delaySeconds?: number }): void
}

/** Reads, scales and converts pictures whose format or size the service cannot handle itself. */
export interface HostImages {
  input(body: ReadableStream<Uint8Array>): HostTransformer
}

export interface HostTransformer {
  transform(change: { readonly width?: number; readonly fit?: 'scale-down' }): HostTransformer
  /**
   * Writes the picture.
   * @throws Error whose `code` is 9412, 9413, 9511 or 9520 for a picture that can never be read; workerd on a
   * developer's machine uses another code
   */
  output(format: {
    readonly format: 'image/png' | 'image/avif'
    readonly quality?: number
  }): Promise<{ response(): Response }>
}

/** Static files of the package, read by their path. */
export interface HostAssets {
  fetch(address: string): Promise<Response>
}

/** An open connection, as `connect` of the host's module `cloudflare:sockets` returns it. */
export interface HostSocket {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly writable: WritableStream<Uint8Array>
  startTls(): HostSocket
  close(): Promise<void>
}
