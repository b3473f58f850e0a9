import type { Condition } from '../ground/access.ts'

/**
 * Grants callers with this role access to documents that meet the condition; to all documents if there is no condition.
 */
export interface AccessGrantData {
  readonly role: string
  readonly where?: Condition
}

/**
 * An access rule as the runtime enforces it. It lists every role, `admin` included; permissions are resolved to roles.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'nobody' }
  /**
   * Grants sorted by role. `permission`: a permission that a team membership or the scope of an API token must include.
   */
  | { readonly kind: 'grants'; readonly grants: readonly AccessGrantData[]; readonly permission?: string }
  /** Key of the function in the program, `posts.read`; the lock shows the hash of its code. */
  | { readonly kind: 'function'; readonly function: string; readonly hash: string }
