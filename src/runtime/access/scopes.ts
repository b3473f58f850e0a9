import type { RequestUser } from '../../config/request.ts'
import type { Method } from '../../config/route.ts'
import { covers } from '../../ground/covers.ts'
import type { Access, CollectionOperation } from '../../manifest/index.ts'

/** The properties of a route that an API token's scopes are checked against. */
export interface ScopedRoute {
  readonly access: Access
  readonly method: Method
  readonly handler: string
  /** Set for a route that changes nothing although its method is not GET. */
  readonly readOnly?: true
  /** The collection of a generated endpoint. */
  readonly collection?: string
}

/** Permission that a scope must include for each operation on a collection; `null` for reads, which need none. */
const OPERATIONS: Readonly<Record<CollectionOperation, string | null>> = {
  list: null,
  read: null,
  versions: null,
  version: null,
  create: 'content.create',
  replace: 'content.edit',
  update: 'content.edit',
  restore: 'content.edit',
  name: 'content.edit',
  publish: 'content.publish',
  discard: 'content.edit',
  delete: 'content.delete',
  // The operations of a bulk request are checked one by one.
  bulk: null,
  trash: 'content.delete',
  recover: 'content.delete',
  purge: 'content.delete',
}

/**
 * Tells whether the scopes of an API token include a route. Scopes only narrow what the owner's role allows:
 * - a rule that names a permission requires that permission
 * - other rules of collections: writes require the operation's permission, reads none
 * - `'public'`, and reads for everyone who is signed in, require nothing
 * - everything else, such as a rule of role names, requires the scope `*`
 */
export function scopesReach(user: RequestUser, route: ScopedRoute): boolean {
  if (user.scopes === undefined || route.access.kind === 'public') return true
  const needed = permissionOf(route)
  return needed === null || user.scopes.some((scope) => covers(scope, needed))
}

function permissionOf({ access, method, handler, collection, readOnly }: ScopedRoute): string | null {
  const named = access.kind === 'grants' ? access.permission : undefined
  if (collection !== undefined) {
    const permission = OPERATIONS[handler as CollectionOperation] // handlers of generated endpoints are operations
    return handler === 'bulk' ? permission : (named ?? permission)
  }
  if (named !== undefined) return named
  return access.kind === 'authenticated' && (method === 'GET' || readOnly === true) ? null : '*'
}
