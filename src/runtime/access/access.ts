import type { RequestUser } from '../../config/request.ts'
import type { AccessInput, Condition, ConditionValue } from '../../ground/access.ts'
import type { Access, Program } from '../../manifest/index.ts'

/**
 * Result of an access rule: true, false, or conditions. A document must meet at least one of the conditions, in which
 * placeholders for the caller (`$user.id`) are filled in.
 */
export type Decision = boolean | readonly Filled[]

/** A condition whose placeholders are replaced by the caller's values. */
export type Filled = { readonly [property: string]: string | number | boolean | null }

/** The parts of the caller that rules use. */
export type Caller = Pick<RequestUser, 'id' | 'email' | 'role'>

/**
 * Evaluates a rule for a caller. Rules that are functions receive `document`, if there is one; they are not called for
 * an admin, who always has access.
 */
export function decide(
  access: Access,
  user: Caller | null,
  functions: Program['functions'],
  document?: AccessInput['document'],
): Decision {
  switch (access.kind) {
    case 'public':
      return true
    case 'nobody':
      return false
    case 'authenticated':
      return user !== null
    case 'grants':
      return user === null ? false : decideGrants(access.grants, user)
    case 'function':
      return user?.role === 'admin' ? true : decideFunction(access, user, functions, document)
  }
}

function decideGrants(grants: (Access & { kind: 'grants' })['grants'], user: Caller): Decision {
  const grantsOfRole = grants.filter((grant) => grant.role === user.role)
  if (grantsOfRole.some((grant) => grant.where === undefined)) return true
  const conditions = grantsOfRole.flatMap((grant) => (grant.where === undefined ? [] : [fill(grant.where, user)]))
  return conditions.length > 0 ? conditions : false
}

function decideFunction(
  access: Access & { kind: 'function' },
  user: Caller | null,
  functions: Program['functions'],
  document: AccessInput['document'],
): Decision {
  const rule = functions[access.function]
  if (!rule) throw new Error(`the program has no access function ${access.function}: run cms build`)
  const caller = user && { id: user.id, email: user.email, role: user.role }
  const response = rule(document === undefined ? { user: caller } : { user: caller, document })
  return typeof response === 'boolean' ? response : [fill(response, user)]
}

function fill(condition: Condition, user: Caller | null): Filled {
  return Object.fromEntries(Object.entries(condition).map(([name, value]) => [name, fillValue(value ?? null, user)]))
}

/**
 * Returns the value to compare with. An anonymous caller's id, email and role equal nothing, not even a document's
 * missing value.
 */
function fillValue(value: ConditionValue, user: Caller | null): Filled[string] {
  if (value === '$user.id') return user?.id ?? NOBODY
  if (value === '$user.email') return user?.email ?? NOBODY
  if (value === '$user.role') return user?.role ?? NOBODY
  return value
}

/** A value that no field can have: text that begins with a NUL character. */
const NOBODY = '\u0000nobody'

/**
 * Tells whether a document meets a decision. `document` contains values as responses show them; a list matches if any
 * of its items matches.
 */
export function meets(decision: Decision, document: Readonly<Record<string, unknown>>): boolean {
  if (typeof decision === 'boolean') return decision
  return decision.some((condition) =>
    Object.entries(condition).every(([name, expected]) => {
      const value = document[name] ?? null
      return Array.isArray(value) ? value.includes(expected) : value === expected
    }),
  )
}
