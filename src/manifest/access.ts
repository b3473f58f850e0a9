import type { Condition } from '../config/access.ts'

/** Callers with this role, on documents that meet the condition (all of them without one). */
export interface AccessGrantData {
  readonly role: string
  readonly where?: Condition
}

/** A rule as the runtime enforces it. Roles are spelled out, `admin` included; permissions are resolved to roles. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'nobody' }
  /** Sorted by role. `permission` is what a team membership or an API token's scope must name. */
  | { readonly kind: 'grants'; readonly grants: readonly AccessGrantData[]; readonly permission?: string }
  /** The function's key in the program, `posts.read`; the lock shows the hash of its code. */
  | { readonly kind: 'function'; readonly function: string; readonly hash: string }
