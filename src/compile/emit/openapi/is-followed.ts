import type { ManifestField } from '../../../manifest/index.ts'

/** What `populate` and conditions can follow. */
export function isFollowed(field: ManifestField): boolean {
  return field.target !== null && !field.hidden && field.access.read?.kind !== 'nobody'
}
