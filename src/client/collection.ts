import type { Connection } from './connection.ts'
import {
  type Listed,
  type ListQuery,
  listParameters,
  type Name,
  type PageQuery,
  type Part,
  type PopulatePath,
  partParameters,
} from './list-query.ts'

/** The documents that a collection returns and takes; `.cms/types.d.ts` has these for each collection of a project. */
export interface CollectionTypes {
  readonly document: object
  readonly input: object
  readonly changes: object
}

export interface Pagination {
  /** Absent after a cursor, unless counted. */
  readonly page?: number
  readonly limit: number
  /** Absent where nothing was counted. */
  readonly total?: number
  readonly totalPages?: number
  readonly hasNext: boolean
  readonly hasPrev: boolean
  /** For `cursor`; `null` at the end. */
  readonly nextCursor: string | null
}

export interface Page<Item> {
  readonly data: readonly Item[]
  readonly pagination: Pagination
}

/** A document with its ETag: pass that as `ifMatch` to change only what you have seen. */
export interface Stored<Document> {
  readonly data: Document
  readonly etag: string
}

/** One entry of a document's history. */
export interface Version {
  readonly id: string
  readonly status: 'draft' | 'published' | 'scheduled'
  readonly updatedAt: string
  readonly updatedBy: string | null
  /** From 1. */
  readonly version: number
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface CreateOptions extends CallOptions {
  /** Of your making, 1 to 255 printable characters: a repeat within 24 hours creates nothing. */
  readonly idempotencyKey?: string
}

export interface ChangeOptions extends CallOptions {
  /** The ETag last seen: `precondition_failed` when the document has changed since. */
  readonly ifMatch?: string
}

/** One thing that `bulk` does; at most one on each document. */
export type BulkOperation<Input, Changes> =
  | { readonly action: 'create'; readonly data: Input }
  /** `ifMatch` is the ETag last seen. */
  | { readonly action: 'update'; readonly id: string; readonly data: Changes; readonly ifMatch?: string }
  | { readonly action: 'delete'; readonly id: string; readonly ifMatch?: string }

/** The outcome of an operation; `index` is its place among them. */
export type BulkOutcome = { readonly index: number; readonly id: string } & (
  | { readonly action: 'create'; readonly status: 201; readonly version: number; readonly etag: string }
  | { readonly action: 'update'; readonly status: 200; readonly version: number; readonly etag: string }
  | { readonly action: 'delete'; readonly status: 204 }
)

/** The endpoints of one collection. Every call throws a `LintelError` when the service refuses. */
export interface CollectionClient<Document, Input, Changes> {
  list<Fields extends Name<Document> = Name<Document>, Paths extends PopulatePath<Document> = never>(
    query?: ListQuery<Document, Fields, Paths>,
    options?: CallOptions,
  ): Promise<Page<Listed<Document, Fields, Paths>>>
  get<Fields extends Name<Document> = Name<Document>, Paths extends PopulatePath<Document> = never>(
    id: string,
    options?: CallOptions & Part<Document, Fields, Paths>,
  ): Promise<Stored<Listed<Document, Fields, Paths>>>
  create(input: Input, options?: CreateOptions): Promise<Stored<Document>>
  /** Replaces the document: a field left out takes its default, or null. */
  replace(id: string, input: Input, options?: ChangeOptions): Promise<Stored<Document>>
  /** Changes the given fields, property by property in groups; lists and blocks are replaced. */
  update(id: string, changes: Changes, options?: ChangeOptions): Promise<Stored<Document>>
  delete(id: string, options?: ChangeOptions): Promise<void>
  /** At most 500 operations, all of them or none: a refusal's `errors` say what is wrong with which. */
  bulk(operations: readonly BulkOperation<Input, Changes>[], options?: CreateOptions): Promise<readonly BulkOutcome[]>
  /** Lists the stored versions of a document, newest first. */
  versions(id: string, query?: PageQuery, options?: CallOptions): Promise<Page<Version>>
  /** The document as it was. */
  version<Fields extends Name<Document> = Name<Document>, Paths extends PopulatePath<Document> = never>(
    id: string,
    version: number,
    options?: CallOptions & Part<Document, Fields, Paths>,
  ): Promise<Listed<Document, Fields, Paths>>
  /** Makes the fields what they were; the status stays. */
  restore(id: string, version: number, options?: ChangeOptions): Promise<Stored<Document>>
}

export function collectionClient<Document, Input, Changes>(
  connection: Connection,
  name: string,
): CollectionClient<Document, Input, Changes> {
  const root = `/api/${encodeURIComponent(name)}`
  const at = (id: string, rest = '') => `${root}/${encodeURIComponent(id)}${rest}`
  return {
    list: async (query = {}, { signal } = {}) =>
      (await connection.send({ method: 'GET', path: root, query: listParameters(query), signal })).json(),
    get: async (id, { signal, ...part } = {}) =>
      stored(await connection.send({ method: 'GET', path: at(id), query: partParameters(part), signal })),
    create: async (input, { idempotencyKey, signal } = {}) => {
      const headers = { 'idempotency-key': idempotencyKey }
      return stored(await connection.send({ method: 'POST', path: root, body: input, headers, signal }))
    },
    replace: async (id, input, options) => change(connection, 'PUT', at(id), input, options),
    update: async (id, changes, options) => change(connection, 'PATCH', at(id), changes, options),
    delete: async (id, { ifMatch, signal } = {}) => {
      await connection.send({ method: 'DELETE', path: at(id), headers: { 'if-match': ifMatch }, signal })
    },
    bulk: async (operations, { idempotencyKey, signal } = {}) => {
      const headers = { 'idempotency-key': idempotencyKey }
      const call = { method: 'POST', path: `${root}/bulk`, body: { operations }, headers, signal } as const
      const { data } = (await (await connection.send(call)).json()) as { data: BulkOutcome[] } // as contracted
      return data
    },
    versions: async (id, { page, limit } = {}, { signal } = {}) =>
      (await connection.send({ method: 'GET', path: at(id, '/versions'), query: { page, limit }, signal })).json(),
    version: async <Fields extends Name<Document>, Paths extends PopulatePath<Document>>(
      id: string,
      version: number,
      { signal, ...part }: CallOptions & Part<Document, Fields, Paths> = {},
    ) => {
      const path = at(id, `/versions/${version}`)
      const response = await connection.send({ method: 'GET', path, query: partParameters(part), signal })
      return (await stored<Listed<Document, Fields, Paths>>(response)).data
    },
    restore: async (id, version, options) =>
      change(connection, 'POST', at(id, `/versions/${version}/restore`), undefined, options),
  }
}

async function change<Document>(
  connection: Connection,
  method: 'PUT' | 'PATCH' | 'POST',
  path: string,
  body: unknown,
  { ifMatch, signal }: ChangeOptions = {},
): Promise<Stored<Document>> {
  return stored(await connection.send({ method, path, body, headers: { 'if-match': ifMatch }, signal }))
}

async function stored<Document>(response: Response): Promise<Stored<Document>> {
  const { data } = (await response.json()) as { data: Document } // as contracted
  return { data, etag: response.headers.get('etag') ?? '' }
}
