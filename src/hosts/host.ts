/**
 * Types of the bindings that a host gives a service. Cloudflare's own have this form; those of a machine are made to it
 * in `node/`. `test/hosts` holds every host to the same behavior.
 */

/**
 * Database of a service: SQLite with full text, JSON and foreign keys. Errors begin with `D1_`, in the words of D1, and
 * its limits hold: 100 values, 100 kB of text, 100 columns, 5 terms of a compound SELECT.
 *
 * Hosts differ in what follows: a text of two statements is run by D1 and refused by a machine, which knows no
 * `:named` values either; D1 knows fewer of SQLite's functions, and says at which offset of a text it met an error.
 */
export interface HostDatabase {
  prepare(sql: string): HostStatement
  /**
   * A statement that a person has written, which may read for as long as it likes: nothing else waits for it, and it is ended
   * after `longest` milliseconds. D1, which does both by itself, has none.
   */
  prepareApart?(sql: string, longest: number): HostStatement
  /** Runs statements as one transaction, all or nothing; each with what it returned. */
  batch<Result = HostRow>(statements: HostStatement[]): Promise<HostResult<Result>[]>
  /**
   * Statements in an order: each sees at least what the one before has seen.
   * @param start `first-primary`, `first-unconstrained`, or the bookmark of an earlier session
   */
  withSession(start?: string): HostSession
}

export interface HostSession extends Pick<HostDatabase, 'prepare' | 'batch'> {
  /** The state that was seen last; `null` before the first answer, and where everything read is always the newest. */
  getBookmark(): string | null
}

/** A statement that may be run many times. `?1` is the first value. */
export interface HostStatement {
  bind(...values: unknown[]): HostStatement
  all<Result = HostRow>(): Promise<HostResult<Result>>
  run<Result = HostRow>(): Promise<HostResult<Result>>
  first<Result = HostRow>(): Promise<Result | null>
  first<Value = unknown>(column: string): Promise<Value | null>
  /** Rows as lists, perhaps with the names of the columns before them. */
  raw<Result = unknown[]>(options: { readonly columnNames: true }): Promise<[string[], ...Result[]]>
  raw<Result = unknown[]>(options?: { readonly columnNames?: false }): Promise<Result[]>
}

export type HostRow = Record<string, unknown>

export interface HostResult<Result = HostRow> {
  readonly results: Result[]
  readonly meta: HostMeta
}

export interface HostMeta {
  /** Time in the database, in milliseconds. */
  readonly duration: number
  /** `null` where the host does not count them. */
  readonly rows_read: number | null
  readonly rows_written: number
  /** Rows changed, those of triggers included. */
  readonly changes: number
  /** Size of the database afterwards, in bytes. */
  readonly size_after: number
}

/**
 * Bytes by key. A key that is written is there for every later call; of one that is written twice at once, one stays.
 *
 * Hosts differ in what follows: the ETag is an MD5 of R2 and a SHA-256 of a folder. A folder refuses to give out bytes
 * that are not those that were written.
 */
export interface HostBucket {
  put(key: string, value: HostBytes, options?: HostObjectOptions): Promise<HostObject>
  head(key: string): Promise<HostObject | null>
  get(key: string, options?: { readonly range?: HostRange }): Promise<HostObjectBody | null>
  /** Objects that are not there are no error; at most 1,000 at once. */
  delete(keys: string | string[]): Promise<void>
  list(options?: HostListOptions): Promise<HostObjectList>
  createMultipartUpload(key: string, options?: HostObjectOptions): Promise<HostUpload>
  /** Goes on with an upload, which need not be there. */
  resumeMultipartUpload(key: string, uploadId: string): HostUpload
}

/**
 * A stream comes with its length: a `FixedLengthStream`, or the body of a request that says how long it is. R2 refuses
 * others.
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
  /** Of the whole object, in bytes. */
  readonly size: number
  readonly etag: string
  /** `etag` with the quotes of HTTP. */
  readonly httpEtag: string
  readonly uploaded: Date
  readonly httpMetadata?: { readonly contentType?: string }
  readonly customMetadata?: Record<string, string>
}

export interface HostObjectBody extends HostObject {
  /** The object, or the part of it that was asked for. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
}

export interface HostListOptions {
  readonly prefix?: string
  readonly cursor?: string
  /** Default and maximum 1,000. */
  readonly limit?: number
  /** Metadata that the objects of the list come with. */
  readonly include?: ('httpMetadata' | 'customMetadata')[]
}

/** In the order of the keys' bytes. */
export type HostObjectList =
  | { readonly objects: HostObject[]; readonly truncated: false }
  | { readonly objects: HostObject[]; readonly truncated: true; readonly cursor: string }

/** An upload in parts, which come in any order; one that comes again replaces the first. */
export interface HostUpload {
  readonly key: string
  readonly uploadId: string
  uploadPart(partNumber: number, value: HostBytes): Promise<HostPart>
  /** @throws Error with `10024` for an upload that is completed, aborted, or was never there */
  complete(parts: HostPart[]): Promise<HostObject>
  /** @throws Error as `complete` */
  abort(): Promise<void>
}

export interface HostPart {
  readonly partNumber: number
  readonly etag: string
}

/** Values that end by themselves. One that is written elsewhere may be seen up to a minute later. */
export interface HostStore {
  get(key: string, type?: 'text'): Promise<string | null>
  get<Value = unknown>(key: string, type: 'json'): Promise<Value | null>
  getWithMetadata<Metadata = unknown>(
    key: string,
    type?: 'text',
  ): Promise<{ readonly value: string | null; readonly metadata: Metadata | null }>
  /** @param options `expirationTtl` in seconds, 60 or more; metadata of up to 1,024 bytes */
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
 * Work for later, delivered at least once, and four times at most. A machine keeps a message that came to nothing in its
 * table for two weeks, and waits for a second at least before it brings one again.
 */
export interface HostQueue {
  send(message: unknown, options?: { readonly delaySeconds?: number }): Promise<unknown>
  sendBatch(messages: Iterable<{ readonly body: unknown; readonly delaySeconds?: number }>): Promise<unknown>
}

/** Messages that the queue delivers together. One that is neither acknowledged nor retried counts as acknowledged. */
export interface HostBatch<Message = unknown> {
  readonly messages: readonly HostMessage<Message>[]
  retryAll(options?: { readonly delaySeconds?: number }): void
}

export interface HostMessage<Message = unknown> {
  readonly id: string
  readonly body: Message
  /** Deliveries so far, this one included. */
  readonly attempts: number
  ack(): void
  retry(options?: { readonly delaySeconds?: number }): void
}

/** Reads, scales and writes pictures of formats and sizes that the service leaves to it. */
export interface HostImages {
  input(body: ReadableStream<Uint8Array>): HostTransformer
}

export interface HostTransformer {
  transform(change: { readonly width?: number; readonly fit?: 'scale-down' }): HostTransformer
  /** @throws Error whose `code` is 9412, 9413, 9511 or 9520 for a picture that will never be read; workerd on a developer's machine gives them another one */
  output(format: {
    readonly format: 'image/png' | 'image/avif'
    readonly quality?: number
  }): Promise<{ response(): Response }>
}

/** Files that the package serves, read by their path. */
export interface HostAssets {
  fetch(address: string): Promise<Response>
}

/** An open connection: what `connect` of the host's module `cloudflare:sockets` returns. */
export interface HostSocket {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly writable: WritableStream<Uint8Array>
  startTls(): HostSocket
  close(): Promise<void>
}
