import type { Provider } from '../oidc-settings.ts'

/** Claims of a person, as a provider states them. */
export interface Claims {
  readonly [claim: string]: unknown
}

/** A person who has signed in at a provider. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  /** Address in lower case; `null` if it does not count as confirmed. */
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  /** Groups from the claim that the config names. */
  readonly groups: readonly string[]
}

/** Maximum number of a person's groups that are read. */
const MOST_GROUPS = 1000

/** Claims of one person, from the two sources in which a provider states them. */
export interface Told {
  readonly idToken: Claims
  /** Claims of the userinfo endpoint, about the same subject; empty if the endpoint was not called. */
  readonly userInfo: Claims
}

export function personIn(provider: Provider, issuer: string, { idToken, userInfo }: Told): Person {
  return {
    issuer,
    subject: String(idToken.sub),
    email: emailIn(provider, isAddressWhole(provider, idToken) || userInfo.email === undefined ? idToken : userInfo),
    firstName: nameIn(idToken.given_name ?? userInfo.given_name),
    lastName: nameIn(idToken.family_name ?? userInfo.family_name),
    groups: provider.roles
      ? groupsIn(claimAt(idToken, provider.roles.claim) ?? claimAt(userInfo, provider.roles.claim))
      : [],
  }
}

/**
 * Returns the address in one source; `null` unless the same source says that it is confirmed, or the config trusts the
 * provider. The two sources may name different addresses.
 */
function emailIn({ trustEmail }: Provider, { email, email_verified }: Claims): string | null {
  // Some providers send this property as text.
  const isConfirmed = trustEmail || email_verified === true || email_verified === 'true'
  return isConfirmed && typeof email === 'string' ? email.trim().toLowerCase() : null
}

/** Tells whether the ID token lacks a claim that the userinfo endpoint may have. */
export function isIncomplete(provider: Provider, claims: Claims): boolean {
  const { roles } = provider
  return !isAddressWhole(provider, claims) || (roles !== undefined && claimAt(claims, roles.claim) === undefined)
}

/**
 * Tells whether the claims contain an address and, unless the config trusts the provider, say whether it is confirmed.
 */
function isAddressWhole({ trustEmail }: Provider, { email, email_verified }: Claims): boolean {
  return email !== undefined && (trustEmail || email_verified !== undefined)
}

/**
 * Returns the role of a person: of the roles of their groups, the one with the most permissions. Returns `null` if they
 * have none, and `undefined` if the config leaves roles to this service.
 */
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

function groupsIn(claim: unknown): readonly string[] {
  const groups = Array.isArray(claim) ? claim : [claim]
  return groups.slice(0, MOST_GROUPS).filter((group): group is string => typeof group === 'string')
}

/** Returns a claim by its name, which may contain dots itself, or else by the path to a nested property. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  return path.split('.').reduce<unknown>((inner, step) => {
    const isObject = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
    return isObject ? (inner as Claims)[step] : undefined
  }, claims)
}
