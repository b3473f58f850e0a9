import type { Roles } from '../../ground/roles-holding.ts'
import { readRule } from './reach.ts'
import type { LockCollection } from './read-lock.ts'

/** Returns the fields in the conditions of a collection's rules: their values decide who may do what. */
export function conditionFields({ access, fields }: LockCollection, roles: Roles): string[] {
  const rules = [...Object.values(access), ...Object.values(fields).flatMap(({ read, write }) => [read, write])]
  return rules.flatMap((fact) => {
    const rule = readRule(fact, roles)
    return rule.kind === 'grants' ? rule.grants.flatMap(({ where }) => Object.keys(where ?? {})) : []
  })
}
