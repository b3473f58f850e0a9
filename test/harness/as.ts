/** Headers by which the fixture's plugin header-identity knows a caller: `as('author', 'ann')`. */
export function as(role: string, id?: string, by: 'bearer' | 'cookie' = 'bearer'): { 'x-test-user': string } {
  return { 'x-test-user': [role, id ?? `user-${role}`, by].join(':') }
}
