import type { CollectionTypes } from './collection-types.ts'
import type { Connection, Query } from './connection.ts'
import type { AnyLocale, InLocale, LocaleName, LocaleOptions } from './in-locale.ts'
import {
  type AnyQuery,
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
  /** Number of the page, from 1. Absent in the response to a request with `cursor`, unless `count` is `exact`. */
  readonly page?: number
  readonly limit: number
  /** Number of documents in the whole list. Absent if nothing was counted. */
  readonly total?: number
  readonly totalPages?: number
  readonly hasNext: boolean
  readonly hasPrev: boolean
  /** Value for `cursor` that reads the next page; `null` at the end. */
  readonly nextCursor: string | null
  /**
   * Value for `cursor` that reads the previous page; `null` at the beginning, and in a search without `sort`. Absent in
   * the response to a request without `cursor`.
   */
  readonly prevCursor?: string | null
}

export interface Page<Item> {
  readonly data: readonly Item[]
  readonly pagination: Pagination
}

/** A document with its ETag. Pass the ETag as `ifMatch` to change only the state that you have seen. */
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
  /** Number of the version, from 1. */
  readonly version: number
  /**
   * Number of the pending change, which is based on the published `version`; `null` for a version of the document
   * itself.
   */
  readonly draft: number | null
  /** Name of the version. Named versions are never deleted automatically. */
  readonly name: string | null
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface GetOptions<Field extends string, Path extends string> extends CallOptions, Part<Field, Path> {
  /** Token of a preview: reads the document, published or not, with the fields that you may see. */
  readonly preview?: string
  /** Reads a published document with its pending changes. You must be allowed to edit it. */
  readonly draft?: true
}

export interface CreateOptions extends CallOptions {
  /**
   * Identifies the call: 1 to 255 printable ASCII characters. A call that repeats the key within 24 hours returns the
   * first response and writes nothing. Default: a key that the client makes for this call, so that it can retry.
   */
  readonly idempotencyKey?: string
}

export interface ChangeOptions extends CallOptions {
  /** The ETag last seen. The change fails with `precondition_failed` if the document has changed since. */
  readonly ifMatch?: string
}

export interface EditOptions extends ChangeOptions {
  /** Stores the change to a published document as pending, until `publish` makes it public. */
  readonly draft?: true
}

/** An operation of `bulk`. Each document may occur only once. */
export type BulkOperation<Input, Changes> =
  | { readonly action: 'create'; readonly data: Input }
  /** Changes a document. `ifMatch` is the ETag last seen. */
  | { readonly action: 'update'; readonly id: string; readonly data: Changes; readonly ifMatch?: string }
  | { readonly action: 'delete'; readonly id: string; readonly ifMatch?: string }

/** The outcome of an operation; `index` is its position in the request. */
export type BulkOutcome = { readonly index: number; readonly id: string } & (
  | { readonly action: 'create'; readonly status: 201; readonly version: number; readonly etag: string }
  | { readonly action: 'update'; readonly status: 200; readonly version: number; readonly etag: string }
  | { readonly action: 'delete'; readonly status: 204 }
)

/** The endpoints of one collection. Every call throws a `LintelError` when the service returns an error. */
export interface CollectionClient<Collections, Types extends CollectionTypes> {
  list<
    Field extends FieldName<Types> = FieldName<Types>,
    Path extends PopulatePath<Collections, Types> = never,
    In extends AnyLocale<Types> = LocaleName<Types>,
    Fallback extends 'none' = never,
  >(
    query?: ListQuery<Collections, Types, Field, Path> & LocaleOptions<In, Fallback>,
    options?: CallOptions,
  ): Promise<Page<Listed<Collections, InLocale<Types, In, Fallback>, Field, Path>>>
  /** Reads the list page by page: `for await (const page of posts.pages({ limit: 50 }))`. */
  pages<
    Field extends FieldName<Types> = FieldName<Types>,
    Path extends PopulatePath<Collections, Types> = never,
    In extends AnyLocale<Types> = LocaleName<Types>,
    Fallback extends 'none' = never,
  >(
    query?: Omit<ListQuery<Collections, Types, Field, Path>, 'page'> & LocaleOptions<In, Fallback>,
    options?: CallOptions,
  ): AsyncGenerator<Page<Listed<Collections, InLocale<Types, In, Fallback>, Field, Path>>, void, undefined>
  /** Reads every document of the list, 100 per request: `for await (const post of posts.all())`. */
  all<
    Field extends FieldName<Types> = FieldName<Types>,
    Path extends PopulatePath<Collections, Types> = never,
    In extends AnyLocale<Types> = LocaleName<Types>,
    Fallback extends 'none' = never,
  >(
    query?: Omit<ListQuery<Collections, Types, Field, Path>, 'page' | 'count'> & LocaleOptions<In, Fallback>,
    options?: CallOptions,
  ): AsyncGenerator<Listed<Collections, InLocale<Types, In, Fallback>, Field, Path>, void, undefined>
  get<
    Field extends FieldName<Types> = FieldName<Types>,
    Path extends PopulatePath<Collections, Types> = never,
    In extends AnyLocale<Types> = LocaleName<Types>,
    Fallback extends 'none' = never,
  >(
    id: string,
    options?: GetOptions<Field, Path> & LocaleOptions<In, Fallback>,
  ): Promise<Stored<Listed<Collections, InLocale<Types, In, Fallback>, Field, Path>>>
  create<In extends AnyLocale<Types> = LocaleName<Types>, Fallback extends 'none' = never>(
    input: InLocale<Types, In>['input'],
    options?: CreateOptions & LocaleOptions<In, Fallback>,
  ): Promise<Stored<InLocale<Types, In, Fallback>['document']>>
  /** Replaces the document. A field that is left out takes its default, or null. */
  replace<In extends AnyLocale<Types> = LocaleName<Types>, Fallback extends 'none' = never>(
    id: string,
    input: InLocale<Types, In>['input'],
    options?: EditOptions & LocaleOptions<In, Fallback>,
  ): Promise<Stored<InLocale<Types, In, Fallback>['document']>>
  /**
   * Changes the fields that `changes` contains, groups property by property; lists and blocks are replaced as a whole.
   */
  update<In extends AnyLocale<Types> = LocaleName<Types>, Fallback extends 'none' = never>(
    id: string,
    changes: InLocale<Types, In>['changes'],
    options?: EditOptions & LocaleOptions<In, Fallback>,
  ): Promise<Stored<InLocale<Types, In, Fallback>['document']>>
  /**
   * Publishes a draft, or the pending changes to a published document. `ifMatch` is the ETag that came with `draft:
   * true`.
   */
  publish(id: string, options?: ChangeOptions): Promise<Stored<Types['document']>>
  /** Discards the pending changes to a published document. Their versions are kept. */
  discardDraft(id: string, options?: ChangeOptions): Promise<void>
  delete(id: string, options?: ChangeOptions): Promise<void>
  /**
   * Runs at most 500 operations, all of them or none. If one fails, `errors` of the `LintelError` tells which and why.
   */
  bulk(
    operations: readonly BulkOperation<Types['input'], Types['changes']>[],
    options?: CreateOptions,
  ): Promise<readonly BulkOutcome[]>
  /** Lists the stored versions of a document, newest first. */
  versions(id: string, query?: PageQuery, options?: CallOptions): Promise<Page<Version>>
  /**
   * Reads a version of the document; a pending change is `${version}.${draft}`. References to documents that no longer
   * exist stay ids.
   */
  version<
    Field extends FieldName<Types> = FieldName<Types>,
    Path extends PopulatePath<Collections, Types> = never,
    In extends AnyLocale<Types> = LocaleName<Types>,
    Fallback extends 'none' = never,
  >(
    id: string,
    version: number | `${number}.${number}`,
    options?: Omit<GetOptions<Field, Path>, 'draft'> & LocaleOptions<In, Fallback>,
  ): Promise<Listed<Collections, InLocale<Types, In, Fallback>, Field, Path, false>>
  /** Restores the fields of a version, with `draft` as a pending change. The status is not changed. */
  restore(
    id: string,
    version: number | `${number}.${number}`,
    options?: EditOptions,
  ): Promise<Stored<Types['document']>>
  /** Deleted documents of a collection that has a trash. */
  readonly trash: {
    /** Lists the deleted documents that you may restore, last deleted first. */
    list(query?: TrashQuery, options?: CallOptions): Promise<Page<Trashed<Types['document']>>>
    /** Restores the document and everything that was deleted with it. */
    restore(id: string, options?: CallOptions): Promise<Stored<Types['document']>>
    /** Deletes the document permanently, with everything that was deleted with it. */
    delete(id: string, options?: CallOptions): Promise<void>
  }
}

export interface TrashQuery {
  /** Maximum number of documents per page: 1 to 100. Default 20. */
  readonly limit?: number
  /** `nextCursor` of the previous page. */
  readonly cursor?: string
}

/** A deleted document that can still be restored. */
export interface Trashed<Document> {
  readonly id: string
  readonly deletedAt: string
  /** Id of the user who deleted it. */
  readonly deletedBy: string | null
  /** Time at which the document is deleted permanently. */
  readonly expiresAt: string
  /** Id of the document with which this one was deleted. Restoring that one restores both. */
  readonly deletedWith: string | null
  readonly document: Document
}

interface Creation extends CallOptions, LocaleOptions<string> {
  /** Idempotency key; `true` lets the client make one. */
  readonly idempotencyKey?: string | true
}

export function collectionClient<Collections, Types extends CollectionTypes>(
  connection: Connection,
  name: string,
): CollectionClient<Collections, Types> {
  const root = `/api/${name}` // lower-case letters, digits and underscores
  const at = (id: string, rest = '') => `${root}/${encodeURIComponent(id)}${rest}`
  const inTrash = (id: string, rest = '') => at('trash', `/${encodeURIComponent(id)}${rest}`)
  const remove = async (path: string, { ifMatch, signal }: ChangeOptions = {}) => {
    await connection.request({ method: 'DELETE', path, headers: { 'if-match': ifMatch }, signal })
  }
  const page = async (path: string, query?: object, { signal }: CallOptions = {}) =>
    (await connection.request({ method: 'GET', path, query: query as Query, signal })).json() // names and plain values
  const post = (path: string, body: unknown, { idempotencyKey: once = true, signal, ...query }: Creation = {}) =>
    connection.request({ method: 'POST', path, query, body, once, signal })
  const list = (query: AnyQuery = {}, options?: CallOptions) => page(root, listParameters(query), options)
  async function* pages(query: AnyQuery = {}, options?: CallOptions) {
    let { cursor } = query
    do {
      const page = await list({ ...query, cursor }, options)
      yield page
      cursor = page.pagination.nextCursor
    } while (cursor)
  }
  async function* all(query?: AnyQuery, options?: CallOptions) {
    for await (const page of pages({ limit: 100, count: 'none', ...query }, options)) yield* page.data
  }
  const read = async <Document>(path: string, { signal, ...part }: GetOptions<string, string> = {}) =>
    stored<Document>(await connection.request({ method: 'GET', path, query: partParameters(part), signal }))
  return {
    list,
    pages,
    all,
    get: (id, options) => read(at(id), options),
    create: async (input, options) => stored(await post(root, input, options)),
    replace: (id, input, options) => change(connection, 'PUT', at(id), input, options),
    update: (id, changes, options) => change(connection, 'PATCH', at(id), changes, options),
    publish: (id, options) => change(connection, 'POST', at(id, '/publish'), undefined, options),
    discardDraft: (id, options) => remove(at(id, '/draft'), options),
    delete: (id, options) => remove(at(id), options),
    bulk: async (operations, options) => (await (await post(`${root}/bulk`, { operations }, options)).json()).data,
    versions: (id, query, options) => page(at(id, '/versions'), query, options),
    version: async <Field extends FieldName<Types>, Path extends PopulatePath<Collections, Types>>(
      id: string,
      version: number | string,
      options?: GetOptions<Field, Path>,
    ) => {
      type Then = Listed<Collections, Types, Field, Path, false>
      return (await read<Then>(at(id, `/versions/${version}`), options)).data
    },
    restore: (id, version, options) =>
      change(connection, 'POST', at(id, `/versions/${version}/restore`), undefined, options),
    trash: {
      list: (query, options) => page(at('trash'), query, options),
      restore: (id, options) => change(connection, 'POST', inTrash(id, '/restore'), undefined, options),
      delete: (id, options) => remove(inTrash(id), options),
    },
  }
}

async function change<Document>(
  connection: Connection,
  method: 'PUT' | 'PATCH' | 'POST',
  path: string,
  body: unknown,
  { ifMatch, signal, ...query }: EditOptions & LocaleOptions<string> = {},
): Promise<Stored<Document>> {
  const call = { method, path, body, query, headers: { 'if-match': ifMatch }, signal }
  return stored(await connection.request(call))
}

async function stored<Document>(response: Response): Promise<Stored<Document>> {
  const { data } = (await response.json()) as { data: Document } // as the API documents it
  return { data, etag: response.headers.get('etag') ?? '' }
}
