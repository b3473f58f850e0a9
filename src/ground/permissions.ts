/**
 * The permissions that the service itself checks. The value completes the sentence "the role may …" with what the
 * permission allows in addition to the access rules that name it. `null`: nothing.
 */
export const PERMISSIONS: Readonly<Record<string, string | null>> = {
  'content.create': null,
  'content.edit': 'read the versions of documents that the role may read',
  'content.publish': 'create published documents, and publish, schedule and unpublish those that the role may change',
  'content.delete': null,
  'users.create': null,
  'users.edit': null,
  'users.delete': null,
  'media.upload': null,
  'media.delete': null,
  'team.settings': null,
}
