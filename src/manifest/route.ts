import type { CacheRule } from '../config/cache.ts'
import type { Method } from '../config/route.ts'
import type { Access } from './access.ts'

export type CollectionOperation =
  | 'list'
  | 'read'
  | 'create'
  | 'bulk'
  | 'replace'
  | 'update'
  | 'delete'
  | 'versions'
  | 'version'
  | 'restore'
  | 'name'
  | 'publish'
  | 'discard'
  | 'trash'
  | 'recover'
  | 'purge'

/** A row of the route table. */
export interface ManifestRoute {
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** Lifetime of anonymous responses in caches; `null` if they may not be cached. Only for GET. */
  readonly cache: CacheRule | null
  /** The plugin that declares the route; `collections` for the generated endpoints. */
  readonly plugin: string
  /** The route's key in its plugin, or the operation on the collection. */
  readonly handler: string
  /** `true` for a route that changes nothing although its method is not GET. */
  readonly readOnly?: true
  /** Collection of a generated endpoint. */
  readonly collection?: string
}
