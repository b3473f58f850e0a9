/** Converts the value of an input for a time, as ISO 8601 in UTC: without a script it has no zone, and is meant in UTC. */
export function utcTime(text: string): string | null {
  if (text === '') return null
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? `${text}:00.000Z` : text
}
