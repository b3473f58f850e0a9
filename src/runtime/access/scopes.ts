import type { RequestUser } from '../../config/request.ts'
import type { Method } from '../../config/route.ts'
import { covers } from '../../ground/covers.ts'
import type { Access, CollectionOperation } from '../../manifest/index.ts'

/** The parts of a route by which an API token's scopes are compared with it. */
export interface ScopedRoute {
  readonly access: Access
  readonly method: Method
  readonly handler: string
  /** Set for a route that changes nothing although its method is not GET. */
  readonly readOnly?: true
  /** Set for generated endpoints. */
  readonly collection?: string
}

/** Permission that a scope must name for each operation on a collection; `null` for reading, which needs none. */
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
  // Its operations are looked at one by one.
  bulk: null,
  trash: 'content.delete',
  recover: 'content.delete',
  purge: 'content.delete',
}

/**
 * Tells whether the scopes of an API token reach a route. Scopes only narrow what the owner's role allows:
 * - a rule that names a permission: that permission
 * - other rules of collections: writing takes the operation's permission, reading none
 * - `'public'`, and reading what is for everyone signed in: nothing
 * - everything else, such as a rule of role names: the scope `*`
 */
export function scopesReach(user: RequestUser, route: ScopedRoute): boolean {
  if (user.scopes === undefined || route.access.kind === 'public') return true
  const needed = permissionOf(route)
  return needed === null || user.scopes.some((scope) => covers(scope, needed))
}

function permissionOf({ access, method, handler, collection, readOnly }: ScopedRoute): string | null {
  const named = access.kind === 'grants' ? access.permission : undefined
  if (collection !== undefined) {
    const own = OPERATIONS[handler as CollectionOperation] // generated endpoints have no other
    return handler === 'bulk' ? own : (named ?? own)
  }
  if (named !== undefined) return named
  return access.kind === 'authenticated' && (method === 'GET' || readOnly === true) ? null : '*'
}
