import { otherLocales } from '../../../../manifest/localized.ts'
import { HttpError, type ManifestCollection, type RequestContext } from '../../../../runtime/kit.ts'
import { t } from '../../../../ui/t.ts'

/**
 * The locale besides the default in which the page's document is written; `null`: the default.
 * @throws HttpError `not_found`
 */
export function localeIn(c: RequestContext, { locales }: Pick<ManifestCollection, 'locales'>): string | null {
  const name = c.req.query('locale')
  if (name === undefined || locales === undefined || name === locales.default) return null
  if (otherLocales(locales).includes(name)) return name
  throw new HttpError('not_found', t('There is no content in this language.'))
}

/** Address in the API of what a locale itself holds, without a fallback. */
export function inLocale(path: string, locale: string | null): string {
  if (locale === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ locale, fallback: 'none' })}`
}
