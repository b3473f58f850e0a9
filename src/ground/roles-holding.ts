import { covers } from './covers.ts'

/** Every role by name, sorted, each with its permissions sorted. */
export type Roles = Readonly<Record<string, readonly string[]>>

/** Returns the names of the roles with a permission, or a pattern such as `content.*`, that includes `permission`. */
export function rolesHolding(roles: Roles, permission: string): string[] {
  return Object.keys(roles).filter((role) => (roles[role] ?? []).some((pattern) => covers(pattern, permission)))
}
