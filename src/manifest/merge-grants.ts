import type { AccessGrantData } from './access.ts'

/** Merges grants by role and sorts them. A role with an unconditional grant loses its conditional ones. */
export function mergeGrants(grants: readonly AccessGrantData[]): AccessGrantData[] {
  const unconditional = new Set(grants.filter((grant) => !grant.where).map((grant) => grant.role))
  const byText = new Map<string, AccessGrantData>()
  for (const grant of grants) {
    const kept: AccessGrantData = unconditional.has(grant.role) ? { role: grant.role } : grant
    byText.set(JSON.stringify(kept), kept)
  }
  return [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, grant]) => grant)
}
