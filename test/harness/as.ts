/** Returns headers that the fixture's plugin `header-identity` accepts as a signed-in user: `as('author', 'ann')`. */
export function as(role: string, id?: string, by: 'bearer' | 'cookie' = 'bearer'): { 'x-test-user': string } {
  return { 'x-test-user': [role, id ?? `user-${role}`, by].join(':') }
}

/** Returns a function that returns 1, 2, 3 and so on, for values that must differ. */
export function counter(): () => number {
  let count = 0
  return () => {
    count += 1
    return count
  }
}
