import type { RequestContext } from '../config/plugin.ts'
import { runtimeOf, type WithEnv } from './runtime.ts'

/** The permissions of a role as the config gives them: `content.create`, `media.*`, `*`. Empty for an unknown role. */
export function permissionsOf(c: WithEnv, role: string): readonly string[] {
  return runtimeOf(c).program.manifest.roles[role] ?? []
}

/** Whether the caller's role holds a permission. Anonymous callers hold none. */
export function hasPermission(c: RequestContext, permission: string): boolean {
  const user = c.get('user')
  return user !== null && permissionsOf(c, user.role).some((held) => covers(held, permission))
}

/** Whether a permission as roles hold them (`content.*`) includes another. */
export function covers(held: string, permission: string): boolean {
  return held === '*' || held === permission || (held.endsWith('.*') && permission.startsWith(held.slice(0, -1)))
}
