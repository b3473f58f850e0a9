import { ANONYMOUS, type Condition } from '../../ground/access.ts'
import { type Roles, rolesHolding } from '../../ground/roles-holding.ts'
import type { AccessGrantData } from '../../manifest/access.ts'

/** A rule parsed from the lock: a word, grants, or the hash of a function. */
export type Rule =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'grants'; readonly grants: readonly AccessGrantData[]; readonly permission: string | null }
  | { readonly kind: 'function'; readonly hash: string }

/** The documents that a caller may act on: none, all, or those that meet one of the conditions. */
export type Reach = 'none' | 'all' | readonly Condition[]

type WithRoles = { readonly roles: Roles }

/** Returns `anonymous`, then the roles in either lock, sorted. */
export function principals(base: WithRoles, head: WithRoles): string[] {
  return [ANONYMOUS, ...[...new Set([...Object.keys(base.roles), ...Object.keys(head.roles)])].sort()]
}

type GrantFact = string | AccessGrantData

/**
 * Parses a rule; the inverse of `accessFact`. An unknown form admits nobody, so that a review reports too much rather
 * than too little.
 */
export function readRule(fact: unknown, roles: Roles): Rule {
  if (fact === 'public' || fact === 'authenticated' || fact === 'nobody') return { kind: fact }
  // The compiler wrote it: each entry is a role, or a role with its condition.
  if (Array.isArray(fact)) return { kind: 'grants', grants: (fact as GrantFact[]).map(grantOf), permission: null }
  if (typeof fact !== 'object' || fact === null) return { kind: 'nobody' }
  if ('function' in fact) return { kind: 'function', hash: String(fact.function) }
  return 'permission' in fact ? readPermission(fact as PermissionFact, roles) : { kind: 'nobody' }
}

interface PermissionFact {
  readonly permission: string
  readonly except?: readonly string[]
  readonly limited?: readonly AccessGrantData[]
  readonly besides?: readonly GrantFact[]
}

function readPermission({ permission, except = [], limited = [], besides = [] }: PermissionFact, roles: Roles): Rule {
  const narrowed = new Set([...except, ...limited.map(({ role }) => role)])
  const full = rolesHolding(roles, permission).filter((role) => !narrowed.has(role))
  return { kind: 'grants', grants: [...full.map(grantOf), ...limited, ...besides.map(grantOf)], permission }
}

function grantOf(fact: GrantFact): AccessGrantData {
  return typeof fact === 'string' ? { role: fact } : fact
}

/** Returns the documents on which a rule lets a role, or `anonymous`, act. A function may admit anyone. */
export function reachOf(rule: Rule, who: string): Reach {
  if (rule.kind === 'public' || rule.kind === 'function') return 'all'
  if (rule.kind === 'nobody') return 'none'
  if (rule.kind === 'authenticated') return who === ANONYMOUS ? 'none' : 'all'
  const grantsOfRole = rule.grants.filter(({ role }) => role === who)
  if (grantsOfRole.length === 0) return 'none'
  const conditions = grantsOfRole.flatMap(({ where }) => (where && !isEmpty(where) ? [where] : []))
  return conditions.length < grantsOfRole.length ? 'all' : conditions
}

/** Tells whether a condition has no part, so that every document meets it. */
function isEmpty(condition: Condition): boolean {
  return Object.keys(condition).length === 0
}

/**
 * Tells whether every document that meets `condition` also meets one of `conditions`, because `condition` is at least
 * as strict.
 */
export function covers(conditions: readonly Condition[], condition: Condition): boolean {
  const required = new Map(Object.entries(condition))
  return conditions.some((wider) => Object.entries(wider).every(([field, value]) => required.get(field) === value))
}

/** Describes a rule for people: `everyone`, `admin, editor, author where createdBy is themselves`. */
export function describeRule(rule: Rule): string {
  if (rule.kind === 'function') return 'a function'
  if (rule.kind === 'public') return 'everyone'
  if (rule.kind === 'authenticated') return 'everyone signed in'
  if (rule.kind === 'nobody') return 'nobody'
  return rule.grants.map(({ role, where }) => (where ? `${role}${describeLimit(where)}` : role)).join(', ')
}

function describeLimit(where: Condition): string {
  return isEmpty(where) ? ' without any condition' : ` where ${describeCondition(where)}`
}

/** Describes a condition: `createdBy is themselves and status is draft`. */
export function describeCondition(condition: Condition): string {
  return Object.entries(condition)
    .map(([field, value]) => `${field} is ${describeValue(value)}`)
    .join(' and ')
}

function describeValue(value: Condition[string & keyof Condition]): string {
  if (value === '$user.id') return 'themselves'
  if (value === '$user.email') return 'their email'
  if (value === '$user.role') return 'their role'
  return value === null ? 'empty' : String(value)
}
