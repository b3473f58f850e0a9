/** The page of a list that an address asks for. */
export function pageNumber({ searchParams }: URL): number {
  const page = Number(searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1
}
