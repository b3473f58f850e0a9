import type { CollectionTypes } from './collection-types.ts'
import type { Connection } from './connection.ts'
import {
  type FieldName,
  type Listed,
  type ListQuery,
  listParameters,
  type PageQuery,
  type Part,
  partParameters,
} from './list-query.ts'
import type { PopulatePath } from './populated.ts'

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

export interface GetOptions<Field extends string, Path extends string> extends CallOptions, Part<Field, Path> {
  /** The token of a preview: reads the document as it is, published or not, with the fields that you see. */
  readonly preview?: string
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
export interface CollectionClient<Collections, Types extends CollectionTypes> {
  list<Field extends FieldName<Types> = FieldName<Types>, Path extends PopulatePath<Collections, Types> = never>(
    query?: ListQuery<Collections, Types, Field, Path>,
    options?: CallOptions,
  ): Promise<Page<Listed<Collections, Types, Field, Path>>>
  get<Field extends FieldName<Types> = FieldName<Types>, Path extends PopulatePath<Collections, Types> = never>(
    id: string,
    options?: GetOptions<Field, Path>,
  ): Promise<Stored<Listed<Collections, Types, Field, Path>>>
  create(input: Types['input'], options?: CreateOptions): Promise<Stored<Types['document']>>
  /** Replaces the document: a field left out takes its default, or null. */
  replace(id: string, input: Types['input'], options?: ChangeOptions): Promise<Stored<Types['document']>>
  /** Changes the given fields, property by property in groups; lists and blocks are replaced. */
  update(id: string, changes: Types['changes'], options?: ChangeOptions): Promise<Stored<Types['document']>>
  delete(id: string, options?: ChangeOptions): Promise<void>
  /** At most 500 operations, all of them or none: a refusal's `errors` say what is wrong with which. */
  bulk(
    operations: readonly BulkOperation<Types['input'], Types['changes']>[],
    options?: CreateOptions,
  ): Promise<readonly BulkOutcome[]>
  /** Lists the stored versions of a document, newest first. */
  versions(id: string, query?: PageQuery, options?: CallOptions): Promise<Page<Version>>
  /** The document as it was. What it refers to may be gone since: such a reference stays an id. */
  version<Field extends FieldName<Types> = FieldName<Types>, Path extends PopulatePath<Collections, Types> = never>(
    id: string,
    version: number,
    options?: CallOptions & Part<Field, Path>,
  ): Promise<Listed<Collections, Types, Field, Path, false>>
  /** Makes the fields what they were; the status stays. */
  restore(id: string, version: number, options?: ChangeOptions): Promise<Stored<Types['document']>>
}

export function collectionClient<Collections, Types extends CollectionTypes>(
  connection: Connection,
  name: string,
): CollectionClient<Collections, Types> {
  const root = `/api/${encodeURIComponent(name)}`
  const at = (id: string, rest = '') => `${root}/${encodeURIComponent(id)}${rest}`
  return {
    list: async (query = {}, { signal } = {}) =>
      (await connection.send({ method: 'GET', path: root, query: listParameters(query), signal })).json(),
    get: async (id, { signal, preview, ...part } = {}) => {
      const query = { ...partParameters(part), preview }
      return stored(await connection.send({ method: 'GET', path: at(id), query, signal }))
    },
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
    version: async (id, version, { signal, ...part } = {}) => {
      const path = at(id, `/versions/${version}`)
      return (await (await connection.send({ method: 'GET', path, query: partParameters(part), signal })).json()).data
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
