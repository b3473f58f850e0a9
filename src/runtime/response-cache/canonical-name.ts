import { readParameters } from '../input/parameters.ts'

/**
 * The name of what is asked for under `/api/`, however it is spelled: `posts`, `posts:limit:20:sort:title`,
 * `posts/<id>`. Parameters are in the order of their names; what would be mistaken for a colon or a wildcard is
 * percent-encoded, so that no two questions have one name.
 * @throws HttpError `invalid_query` for a parameter that is given twice
 */
export function canonicalName(subject: string, url: string, isPretty: boolean): string {
  const parameters = [...readParameters(url)].sort(([a], [b]) => (a < b ? -1 : 1))
  if (isPretty) parameters.push(['pretty', '1'])
  return [subject, ...parameters.flat()].map(escapeSegment).join(':')
}

function escapeSegment(text: string): string {
  return text.replace(/[%:*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
