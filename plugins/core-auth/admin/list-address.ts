/** Filter and page size of a list. */
export interface ListQuery {
  readonly userId?: string | undefined
  readonly email?: string | undefined
  readonly limit: number
}

/** Returns the address of a page of a list, with its current filter. */
export function listAddress(path: string, { userId, email, limit }: ListQuery, page: number): string {
  const entries = Object.entries({ userId, email, limit, page }).filter(([, value]) => value !== undefined)
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}
