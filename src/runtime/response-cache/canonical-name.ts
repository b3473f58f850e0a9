import { readParameters } from '../input/parameters.ts'

/**
 * Returns the name of a request under `/api/`, however it is spelled: `posts`, `posts:limit:20:sort:title`,
 * `posts/<id>`. Parameters are sorted by name; percent signs, colons and asterisks are percent-encoded, so that
 * different requests have different names.
 * @throws HttpError `invalid_query` for a repeated parameter
 */
export function canonicalName(subject: string, url: string, isPretty: boolean): string {
  const parameters = [...readParameters(url)].sort(([a], [b]) => (a < b ? -1 : 1))
  if (isPretty) parameters.push(['pretty', '1'])
  return [subject, ...parameters.flat()].map(escapeSegment).join(':')
}

function escapeSegment(text: string): string {
  return text.replace(/[%:*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
