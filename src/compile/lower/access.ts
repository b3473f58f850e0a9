import type { CollectionAccess } from '../../config/collection.ts'
import type { AccessFunction, AccessGrant, AccessRule } from '../../ground/access.ts'
import { type Roles, rolesHolding } from '../../ground/roles-holding.ts'
import type { Access, AccessGrantData } from '../../manifest/access.ts'
import { mergeGrants } from '../../manifest/merge-grants.ts'
import { sha256 } from '../hash.ts'

/**
 * Lowers a rule: `public`, `authenticated` and `nobody` stay as they are; any other rule becomes a list of grants by
 * role, which always includes `admin`.
 * @param translators roles with `locales`, which `{ translators: true }` in a plugin's rule admits
 */
export function lowerRule(rule: AccessRule, roles: Roles, translators: readonly string[] = []): Access {
  if (isPlainRule(rule)) return { kind: rule }
  const grants = Array.isArray(rule) ? (rule as readonly AccessGrant[]) : [rule as AccessGrant]
  const permission = grants.flatMap((grant) => permissionOf(grant) ?? [])[0]
  const data = grants.flatMap((grant) => lowerGrant(grant, roles, translators))
  return {
    kind: 'grants',
    grants: mergeGrants([{ role: 'admin' }, ...data]),
    ...(permission === undefined ? {} : { permission }),
  }
}

/**
 * Lowers a rule as `lowerRule` does. A function becomes a reference to `key`, with the hash of its source until its
 * files have been read.
 */
export function lowerAccess(rule: AccessRule | AccessFunction, key: string, roles: Roles): Access {
  if (typeof rule !== 'function') return lowerRule(rule, roles)
  return { kind: 'function', function: key, hash: sha256(rule.toString().replaceAll('\r\n', '\n')) }
}

/** Lowers the rules of a collection, with defaults. */
export function lowerCollectionAccess(collection: string, declared: CollectionAccess, roles: Roles) {
  const lower = (operation: keyof CollectionAccess) =>
    declared[operation] === undefined
      ? defaultAccess[operation](roles)
      : lowerAccess(declared[operation], `${collection}.${operation}`, roles)
  return { read: lower('read'), create: lower('create'), update: lower('update'), delete: lower('delete') }
}

const defaultAccess: Readonly<Record<keyof CollectionAccess, (roles: Roles) => Access>> = {
  read: () => ({ kind: 'public' }),
  create: (roles) => lowerRule({ permission: 'content.create' }, roles),
  update: (roles) => {
    const others = rolesHolding(roles, 'content.edit').filter((role) => role !== 'author')
    const grants: AccessGrantData[] = others.map((role) => ({ role }))
    const authorGrant: AccessGrantData = { role: 'author', where: { createdBy: '$user.id' } }
    return { kind: 'grants', grants: mergeGrants([...grants, authorGrant]), permission: 'content.edit' }
  },
  delete: (roles) => lowerRule({ permission: 'content.delete' }, roles),
}

function permissionOf(grant: AccessGrant): string | undefined {
  return typeof grant === 'object' && 'permission' in grant ? grant.permission : undefined
}

function lowerGrant(grant: AccessGrant, roles: Roles, translators: readonly string[]): AccessGrantData[] {
  if (typeof grant === 'string') return [{ role: grant }]
  if ('permission' in grant) return rolesHolding(roles, grant.permission).map((role) => ({ role }))
  if ('translators' in grant) return translators.map((role) => ({ role }))
  return grant.roles.map((role) => (grant.where === undefined ? { role } : { role, where: sortedKeys(grant.where) }))
}

function sortedKeys<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))) as T // same keys, same values
}

function isPlainRule(rule: unknown): rule is 'public' | 'authenticated' | 'nobody' {
  return rule === 'public' || rule === 'authenticated' || rule === 'nobody'
}
