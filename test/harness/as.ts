/** Headers by which the fixture's plugin header-identity knows a caller: `as('author', 'ann')`. */
export function as(role: string, id?: string, by: 'bearer' | 'cookie' = 'bearer'): { 'x-test-user': string } {
  return { 'x-test-user': [role, id ?? `user-${role}`, by].join(':') }
}

/** Numbers from 1 on, for values that must differ. */
export function counter(): () => number {
  let count = 0
  return () => {
    count += 1
    return count
  }
}
