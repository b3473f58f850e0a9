import type { Provider } from './settings.ts'

/** Claims of a person, as a provider states them. */
export interface Claims {
  readonly [claim: string]: unknown
}

/** Somebody who has signed in at a provider. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  /** In lower case; `null` where the provider does not say that it is theirs. */
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  /** Groups of the claim that the config names. */
  readonly groups: readonly string[]
}

/** Groups that are looked at, of one person. */
const MOST_GROUPS = 1000

export function personIn(provider: Provider, issuer: string, claims: Claims): Person {
  const { email } = claims
  // Some providers send it as text.
  const isConfirmed = provider.trustEmail || claims.email_verified === true || claims.email_verified === 'true'
  return {
    issuer,
    subject: String(claims.sub),
    email: isConfirmed && typeof email === 'string' ? email.trim().toLowerCase() : null,
    firstName: nameIn(claims.given_name),
    lastName: nameIn(claims.family_name),
    groups: provider.roles ? groupsIn(claims, provider.roles.claim) : [],
  }
}

/** Tells whether something is missing from the ID token that the provider may tell when it is asked. */
export function isIncomplete(provider: Provider, claims: Claims): boolean {
  return (
    claims.email === undefined || (provider.roles !== undefined && claimAt(claims, provider.roles.claim) === undefined)
  )
}

/** Role of a person; `null` where they have none, and `undefined` where the config leaves roles to this service. */
export function roleOf(
  { roles }: Provider,
  { groups }: Person,
  permissionsOf: (role: string) => readonly string[],
): string | null | undefined {
  if (!roles) return undefined
  const mapped = groups.flatMap((group) => (Object.hasOwn(roles.map, group) ? (roles.map[group] ?? []) : []))
  const [widest] = [...new Set(mapped)]
    .map((role) => ({ role, count: permissionsOf(role).length }))
    .sort((a, b) => b.count - a.count || (a.role < b.role ? -1 : 1))
  return widest?.role ?? roles.otherwise ?? null
}

function nameIn(claim: unknown): string | null {
  if (typeof claim !== 'string' || claim.trim() === '') return null
  return claim.trim().slice(0, 100)
}

function groupsIn(claims: Claims, path: string): readonly string[] {
  const claim = claimAt(claims, path)
  const groups = Array.isArray(claim) ? claim : [claim]
  return groups.slice(0, MOST_GROUPS).filter((group): group is string => typeof group === 'string')
}

/** A claim by its name, which may hold dots itself, or else by the way that leads to it. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  return path.split('.').reduce<unknown>((inner, step) => {
    const isObject = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
    return isObject ? (inner as Claims)[step] : undefined
  }, claims)
}
