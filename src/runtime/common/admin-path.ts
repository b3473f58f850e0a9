/** Tells whether a path belongs to the admin, even if no page exists there. */
export function isAdminPath(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}
