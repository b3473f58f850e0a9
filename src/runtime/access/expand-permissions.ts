import { covers } from '../../ground/covers.ts'
import { PERMISSIONS } from '../../ground/permissions.ts'

/**
 * Expands patterns such as `content.*` or `*` to full names of permissions, sorted.
 * @param roles every role with its permissions; permissions that only a config names are collected from these
 */
export function expandPermissions(
  patterns: readonly string[],
  roles: { readonly [role: string]: readonly string[] },
): readonly string[] {
  const named = [...patterns, ...Object.values(roles).flat()].filter((permission) => !permission.includes('*'))
  const all = [...new Set([...Object.keys(PERMISSIONS), ...named])]
  return all.filter((permission) => patterns.some((pattern) => covers(pattern, permission))).sort()
}
