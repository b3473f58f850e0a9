/** Tells whether a path belongs to the admin, whether or not anything is there. */
export function isAdminPath(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}
