import { type Roles, rolesHolding } from '../ground/roles-holding.ts'
import type { Access } from './access.ts'
import { mergeGrants } from './merge-grants.ts'

/** The access rules of a collection, declared or by default. */
export interface DeclaredRules {
  readonly read: Access
  readonly create: Access
  readonly update: Access
  readonly delete: Access
}

/**
 * Returns who may read a document's versions: of the roles that hold `content.edit` for every document, those that may
 * read the collection. A rule that is a function is evaluated when the document is loaded.
 */
export function versionsAccess(read: Access, roles: Roles): Access {
  const editing = rolesHolding(roles, 'content.edit').filter((role) => role !== 'author')
  if (read.kind === 'nobody') return read
  if (read.kind !== 'grants') {
    return { kind: 'grants', grants: editing.map((role) => ({ role })), permission: 'content.edit' }
  }
  return { kind: 'grants', grants: read.grants.filter((grant) => editing.includes(grant.role)) }
}

/**
 * Returns who may use the bulk endpoint: callers who may create, update or delete at least some documents. Each
 * operation of a request is then checked by its own rule.
 */
export function writeAccess({ create, update, delete: remove }: DeclaredRules): Access {
  const rules = [create, update, remove]
  const widest = (['public', 'function', 'authenticated'] as const)
    .map((kind) => rules.find((rule) => rule.kind === kind))
    .find((rule) => rule !== undefined)
  if (widest !== undefined) return widest
  const grants = rules.flatMap((rule) => (rule.kind === 'grants' ? rule.grants : []))
  if (grants.length === 0) return { kind: 'nobody' }
  // Grants for only some documents or operations are checked once the document is known.
  return { kind: 'grants', grants: mergeGrants(grants.map(({ role }) => ({ role }))) }
}
