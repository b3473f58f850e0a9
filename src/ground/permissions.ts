/**
 * The permissions that the service itself knows. Each has what it lets a role do besides what rules that name it allow,
 * to follow `may`; `null` if only rules decide.
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
