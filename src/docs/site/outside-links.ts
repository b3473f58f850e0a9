/**
 * Replaces links that lead out of the documentation, into the repository (`../CHANGELOG.md`): a page that stands by itself
 * has no such place beside it.
 * @param repository address of the repository's files; `null` leaves the words without a link
 */
export function withoutOutsideLinks(markdown: string, repository: string | null): string {
  return markdown.replace(/\[([^\]]+)\]\(\.\.\/([^)]+)\)/g, (_, words: string, path: string) =>
    repository === null ? words : `[${words}](${repository}/${path})`,
  )
}
