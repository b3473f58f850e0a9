/** Tells whether a permission of a role or a scope (`content.*`, `*`) includes another permission. */
export function covers(pattern: string, permission: string): boolean {
  return (
    pattern === '*' || pattern === permission || (pattern.endsWith('.*') && permission.startsWith(pattern.slice(0, -1)))
  )
}
