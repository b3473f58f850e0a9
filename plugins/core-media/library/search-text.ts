/** Builds the text that `q` searches: a file's name and its descriptions, in lower case. */
export function searchTextOf(item: {
  readonly originalName: string
  readonly title: string | null
  readonly alt: string | null
  readonly tags: readonly string[] | null
}): string {
  return [item.originalName, item.title, item.alt, ...(item.tags ?? [])]
    .filter((text) => text !== null && text !== '')
    .join('\n')
    .toLowerCase()
}
