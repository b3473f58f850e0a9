import { type Roles, rolesHolding } from '../../ground/roles-holding.ts'
import type { Access, AccessGrantData } from '../../manifest/access.ts'

/**
 * Returns a rule as the lock shows it: a word, the hash of a function, a list of roles (with a condition as
 * `{ role, where }`), or a permission.
 * The lock lists the holders of a permission under `roles`, so the rule only lists holders that it excludes (`except`)
 * or restricts (`limited`), and additional roles (`besides`).
 */
export function accessFact(access: Access, roles: Roles): unknown {
  if (access.kind === 'function') return { function: access.hash }
  if (access.kind !== 'grants') return access.kind
  const { permission, grants } = access
  if (permission === undefined) return grants.map(grantFact)
  const holders = rolesHolding(roles, permission)
  const holds = ({ role }: AccessGrantData) => holders.includes(role)
  return {
    permission,
    except: some(holders.filter((role) => !grants.some((grant) => grant.role === role))),
    limited: some(grants.filter((grant) => holds(grant) && grant.where !== undefined)),
    besides: some(grants.filter((grant) => !holds(grant)).map(grantFact)),
  }
}

function grantFact(grant: AccessGrantData): unknown {
  return grant.where ? grant : grant.role
}

function some<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length > 0 ? items : undefined
}
