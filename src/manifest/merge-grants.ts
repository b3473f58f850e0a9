import type { AccessGrantData } from './access.ts'

/** Sorted by role; a role that is admitted without a condition needs none of its conditions. */
export function mergeGrants(grants: readonly AccessGrantData[]): AccessGrantData[] {
  const unconditional = new Set(grants.filter((grant) => !grant.where).map((grant) => grant.role))
  const byText = new Map<string, AccessGrantData>()
  for (const grant of grants) {
    const kept: AccessGrantData = unconditional.has(grant.role) ? { role: grant.role } : grant
    byText.set(JSON.stringify(kept), kept)
  }
  return [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, grant]) => grant)
}
