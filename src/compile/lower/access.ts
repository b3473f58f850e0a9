import type { AccessFunction, AccessGrant, AccessRule } from '../../config/access.ts'
import type { CollectionAccess } from '../../config/collection.ts'
import type { Access, AccessGrantData } from '../../manifest/access.ts'
import { sha256 } from '../hash.ts'
import { type Roles, rolesHolding } from './roles.ts'

/** A rule with its roles spelled out, `admin` included. */
export function lowerRule(rule: AccessRule, roles: Roles): Access {
  if (isPlainRule(rule)) return { kind: rule }
  const grants = Array.isArray(rule) ? (rule as readonly AccessGrant[]) : [rule as AccessGrant]
  const permission = grants.flatMap((grant) => permissionOf(grant) ?? [])[0]
  const data = grants.flatMap((grant) => lowerGrant(grant, roles))
  return {
    kind: 'grants',
    grants: mergeGrants([{ role: 'admin' }, ...data]),
    ...(permission === undefined ? {} : { permission }),
  }
}

/**
 * As `lowerRule`; a rule that is a function stays one, under `key`, known by the hash of its source until its files are
 * looked at.
 */
export function lowerAccess(rule: AccessRule | AccessFunction, key: string, roles: Roles): Access {
  if (typeof rule !== 'function') return lowerRule(rule, roles)
  return { kind: 'function', function: key, hash: sha256(rule.toString().replaceAll('\r\n', '\n')) }
}

/** Rules of a collection, defaults included. */
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
    const own: AccessGrantData = { role: 'author', where: { createdBy: '$user.id' } }
    return { kind: 'grants', grants: mergeGrants([...grants, own]), permission: 'content.edit' }
  },
  delete: (roles) => lowerRule({ permission: 'content.delete' }, roles),
}

/**
 * Readers of a document's former versions: of the roles that hold `content.edit` for every document, those that may
 * read
 * the collection. A rule that is a function is asked by the runtime when it looks the document up.
 */
export function versionsAccess(read: Access, roles: Roles): Access {
  const editing = rolesHolding(roles, 'content.edit').filter((role) => role !== 'author')
  if (read.kind === 'nobody') return read
  if (read.kind !== 'grants') {
    return { kind: 'grants', grants: editing.map((role) => ({ role })), permission: 'content.edit' }
  }
  return { kind: 'grants', grants: read.grants.filter((grant) => editing.includes(grant.role)) }
}

/** Whoever may create, update or delete some document; each operation of a bulk is held to its own rule. */
export function writeAccess({ access: { create, update, delete: remove } }: { readonly access: WriteRules }): Access {
  const rules = [create, update, remove]
  const widest = (['public', 'function', 'authenticated'] as const)
    .map((kind) => rules.find((rule) => rule.kind === kind))
    .find((rule) => rule !== undefined)
  if (widest !== undefined) return widest
  const grants = rules.flatMap((rule) => (rule.kind === 'grants' ? rule.grants : []))
  if (grants.length === 0) return { kind: 'nobody' }
  // Only some documents, or only some operations: that is looked at where the document is known.
  return { kind: 'grants', grants: mergeGrants(grants.map(({ role }) => ({ role }))) }
}

interface WriteRules {
  readonly create: Access
  readonly update: Access
  readonly delete: Access
}

function permissionOf(grant: AccessGrant): string | undefined {
  return typeof grant === 'object' && 'permission' in grant ? grant.permission : undefined
}

function lowerGrant(grant: AccessGrant, roles: Roles): AccessGrantData[] {
  if (typeof grant === 'string') return [{ role: grant }]
  if ('permission' in grant) return rolesHolding(roles, grant.permission).map((role) => ({ role }))
  return grant.roles.map((role) => (grant.where === undefined ? { role } : { role, where: sortedKeys(grant.where) }))
}

/** Sorted by role; a role that is admitted without a condition needs none of its conditions. */
function mergeGrants(grants: readonly AccessGrantData[]): AccessGrantData[] {
  const unconditional = new Set(grants.filter((grant) => !grant.where).map((grant) => grant.role))
  const byText = new Map<string, AccessGrantData>()
  for (const grant of grants) {
    const kept: AccessGrantData = unconditional.has(grant.role) ? { role: grant.role } : grant
    byText.set(JSON.stringify(kept), kept)
  }
  return [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, grant]) => grant)
}

function sortedKeys<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))) as T // same keys, same values
}

function isPlainRule(rule: unknown): rule is 'public' | 'authenticated' | 'nobody' {
  return rule === 'public' || rule === 'authenticated' || rule === 'nobody'
}
