/** The language of this site's own words and dates. A site in several languages would decide it here for each request. */
export const LOCALE = 'en'

const LONG = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

export function formatDate(time: string): string {
  return LONG.format(new Date(time))
}
