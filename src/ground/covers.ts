/** Checks whether a permission as roles and scopes hold them (`content.*`, `*`) includes another. */
export function covers(held: string, permission: string): boolean {
  return held === '*' || held === permission || (held.endsWith('.*') && permission.startsWith(held.slice(0, -1)))
}
