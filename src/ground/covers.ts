/** Tells whether a permission of a role or a scope (`content.*`, `*`) includes another permission. */
export function covers(held: string, permission: string): boolean {
  return held === '*' || held === permission || (held.endsWith('.*') && permission.startsWith(held.slice(0, -1)))
}
