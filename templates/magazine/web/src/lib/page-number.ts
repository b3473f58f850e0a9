/** Returns the page number in the query of an address; 1 if it is missing or invalid. */
export function pageNumber({ searchParams }: URL): number {
  const page = Number(searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1
}
