import { covers } from './covers.ts'

/** Every role by name, sorted, each with its permissions sorted. */
export type Roles = Readonly<Record<string, readonly string[]>>

/** Returns the roles that hold a permission. */
export function rolesHolding(roles: Roles, permission: string): string[] {
  return Object.keys(roles).filter((role) => (roles[role] ?? []).some((pattern) => covers(pattern, permission)))
}
