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
  /** For how long anonymous answers may be kept; `null` where nothing is declared. On GET only. */
  readonly cache: CacheRule | null
  /** The plugin whose route it is; `collections` for the generated endpoints. */
  readonly plugin: string
  /** The route's key in its plugin, or the operation on the collection. */
  readonly handler: string
  /** Set for a route that changes nothing although its method is not GET. */
  readonly readOnly?: true
  /** Set for generated endpoints. */
  readonly collection?: string
}
