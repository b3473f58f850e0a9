import type { Access } from './access.ts'

/**
 * A rule as it is told to somebody: a condition that names what they must not know of is an empty one, which words say as
 * "for some documents".
 * @param isKnown whether a property that a condition names is theirs to know
 */
export function describedAccess(access: Access, isKnown: (property: string) => boolean): Access {
  if (access.kind !== 'grants') return access
  const grants = access.grants.map((grant) => {
    const isTold = grant.where === undefined || Object.keys(grant.where).every(isKnown)
    return isTold ? grant : { ...grant, where: {} }
  })
  return { ...access, grants }
}
