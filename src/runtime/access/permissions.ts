import type { RequestContext } from '../../config/request.ts'
import { covers } from '../../ground/covers.ts'
import { runtimeOf, type WithEnv } from '../isolate/runtime.ts'

/**
 * Returns the permissions of a role as the config states them: `content.create`, `media.*`, `*`. Empty for an unknown
 * role.
 */
export function permissionsOf(c: WithEnv, role: string): readonly string[] {
  return runtimeOf(c).program.manifest.roles[role] ?? []
}

/**
 * Tells whether the caller's role and, for an API token, its scopes grant a permission. Anonymous callers have none.
 */
export function hasPermission(c: RequestContext, permission: string): boolean {
  const user = c.get('user')
  if (user === null) return false
  const holds = (patterns: readonly string[]) => patterns.some((pattern) => covers(pattern, permission))
  return holds(permissionsOf(c, user.role)) && (user.scopes === undefined || holds(user.scopes))
}
