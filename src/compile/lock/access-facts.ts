import type { Access } from '../../manifest/access.ts'
import { type Roles, rolesHolding } from '../lower/roles.ts'

/**
 * A rule as the lock shows it: a word; roles, those with a condition as `{ role, where }`; or `{ permission }`, whose
 * holders stand under `roles`, with whoever is admitted besides or only under a condition.
 */
export function accessFact(access: Access, roles: Roles): unknown {
  if (access.kind === 'function') return { function: access.hash }
  if (access.kind !== 'grants') return access.kind
  const grants = access.grants.map((grant) => (grant.where ? grant : grant.role))
  if (access.permission === undefined) return grants
  const holders = rolesHolding(roles, access.permission)
  const besides = grants.filter((grant) => typeof grant !== 'string' || !holders.includes(grant))
  return { permission: access.permission, besides: besides.length > 0 ? besides : undefined }
}
