/**
 * The permissions that the service itself checks. The value completes the sentence "the role may …": it says what the
 * permission lets a role do in addition to what access rules that name it allow. `null`: nothing in addition.
 */
export const PERMISSIONS: Readonly<Record<string, string | null>> = {
  'content.create': null,
  'content.edit': 'read the versions of documents that it may read',
  'content.publish': 'create published documents, and publish, schedule and unpublish those that it may change',
  'content.delete': null,
  'users.create': null,
  'users.edit': null,
  'users.delete': null,
  'media.upload': null,
  'media.delete': null,
  'team.settings': null,
}
