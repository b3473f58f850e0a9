import type { Access } from './access.ts'

/**
 * Returns a rule as a caller may see it: a condition on a property that the caller may not know becomes an empty
 * condition, described as "for some documents".
 * @param isKnown tells whether the caller may know a property
 */
export function describedAccess(access: Access, isKnown: (property: string) => boolean): Access {
  if (access.kind !== 'grants') return access
  const grants = access.grants.map((grant) => {
    const isTold = grant.where === undefined || Object.keys(grant.where).every(isKnown)
    return isTold ? grant : { ...grant, where: {} }
  })
  return { ...access, grants }
}
