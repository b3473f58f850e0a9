/** `lintel/client`: a typed fetch client. No dependency; runs in browsers, Node, Deno, Bun and workers. */
export type { AuthClient, Challenge, User } from './auth.ts'
export { type Client, createClient } from './client.ts'
export type {
  BulkOperation,
  BulkOutcome,
  CallOptions,
  ChangeOptions,
  CollectionClient,
  CreateOptions,
  EditOptions,
  GetOptions,
  Page,
  Pagination,
  Stored,
  Version,
} from './collection.ts'
export type { AnyCollections, CollectionMap, CollectionTypes } from './collection-types.ts'
export type { Call, ClientOptions, Fetch, Query, Requests, Tokens } from './connection.ts'
export { type FieldProblem, LintelError, type Problem } from './error.ts'
export type { Compared, Equal, Filterable, Moment, Ordered, Ranked, Sortable, Text } from './filters.ts'
export type { AnyLocale, ByLocale, InLocale, LocaleName, LocaleOptions } from './in-locale.ts'
export type { Listed, ListQuery, PageQuery, Selection } from './list-query.ts'
export type { PopulatePath } from './populated.ts'
export type {
  Json,
  PopulatedDocument,
  PopulatedMedia,
  PopulatedUser,
  Reference,
  RichText,
  RichTextMark,
  RichTextNode,
} from './values.ts'
export type { Where } from './where.ts'
