import { covers } from '../../ground/covers.ts'

/** The permissions that the service itself checks. */
const KNOWN = [
  'content.create',
  'content.edit',
  'content.publish',
  'content.delete',
  'users.create',
  'users.edit',
  'users.delete',
  'media.upload',
  'media.delete',
  'team.settings',
] as const

/**
 * Expands patterns such as `content.*` or `*` to full names of permissions, sorted.
 * @param roles every role with its permissions; permissions that only a config names are collected from these
 */
export function expandPermissions(
  patterns: readonly string[],
  roles: { readonly [role: string]: readonly string[] },
): readonly string[] {
  const named = [...patterns, ...Object.values(roles).flat()].filter((permission) => !permission.includes('*'))
  const all = [...new Set([...KNOWN, ...named])]
  return all.filter((permission) => patterns.some((pattern) => covers(pattern, permission))).sort()
}
