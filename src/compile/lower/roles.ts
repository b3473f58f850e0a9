import type { Config } from '../../config/config.ts'
import type { BuiltInRole } from '../../config/register.ts'
import { covers } from '../../ground/covers.ts'

/** Roles that every service has, with their permissions (contract, section 4). */
export const builtInRoles: Readonly<Record<BuiltInRole, readonly string[]>> = {
  admin: ['*'],
  author: ['content.create', 'content.edit'],
  editor: ['content.*', 'media.*'],
  viewer: [],
}

/** Every role by name, sorted, each with its permissions sorted. */
export type Roles = Readonly<Record<string, readonly string[]>>

export function lowerRoles(config: Config): Roles {
  const declared = Object.entries(config.roles ?? {}).map(([name, role]) => [name, [...role.permissions]] as const)
  const all = [...Object.entries(builtInRoles), ...declared]
  return Object.fromEntries(
    all
      .map(([name, permissions]) => [name, [...new Set(permissions)].sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The roles that hold a permission. */
export function rolesHolding(roles: Roles, permission: string): string[] {
  return Object.keys(roles).filter((role) => (roles[role] ?? []).some((held) => covers(held, permission)))
}
