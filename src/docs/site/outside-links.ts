/**
 * Replaces links from the documentation to other files of the repository (`../CHANGELOG.md`), which do not work on a
 * separate site.
 * @param repository address of the repository's files; `null` removes the link and keeps its text
 */
export function withoutOutsideLinks(markdown: string, repository: string | null): string {
  return markdown.replace(/\[([^\]]+)\]\(\.\.\/([^)]+)\)/g, (_, words: string, path: string) =>
    repository === null ? words : `[${words}](${repository}/${path})`,
  )
}
