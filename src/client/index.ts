/** `lintel/client`: a typed fetch client. No dependency; runs in browsers, Node, Deno, Bun and workers. */
export type { AuthClient, User } from './auth.ts'
export { type AnyCollections, type Client, type CollectionMap, createClient } from './client.ts'
export type {
  BulkOperation,
  BulkOutcome,
  CallOptions,
  ChangeOptions,
  CollectionClient,
  CollectionTypes,
  CreateOptions,
  Page,
  Pagination,
  Stored,
  Version,
} from './collection.ts'
export type { Call, ClientOptions, Fetch, Query, Tokens } from './connection.ts'
export { type FieldProblem, LintelError, type Problem } from './error.ts'
export { type ImageOptions, imageUrl, type SrcsetOptions, srcset } from './image-url.ts'
export type { Conditions, Listed, ListQuery, PageQuery, PopulatedDocument, Where } from './list-query.ts'
export type {
  MediaChanges,
  MediaClient,
  MediaFolder,
  MediaItemDetail,
  MediaPage,
  MediaQuery,
} from './media.ts'
export type { MediaItem, UploadedFile, UploadOptions } from './media-item.ts'
export type { PartsOptions, UploadProgress } from './media-upload.ts'
export {
  type ReceivedWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookOptions,
} from './webhook.ts'
