import type { Config } from '../../config/config.ts'
import type { BuiltInRole } from '../../ground/register.ts'
import type { Roles } from '../../ground/roles-holding.ts'

/** Roles that every service has, with their permissions. */
export const builtInRoles: Readonly<Record<BuiltInRole, readonly string[]>> = {
  admin: ['*'],
  author: ['content.create', 'content.edit'],
  editor: ['content.*', 'media.*'],
  viewer: [],
}

export function lowerRoles(config: Config): Roles {
  const declared = Object.entries(config.roles ?? {}).map(([name, role]) => [name, [...role.permissions]] as const)
  const all = [...Object.entries(builtInRoles), ...declared]
  return Object.fromEntries(
    all
      .map(([name, permissions]) => [name, [...new Set(permissions)].sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
