import { otherLocales } from '../../../../manifest/localized.ts'
import { t } from '../../../../messages/translate.ts'
import { HttpError, type ManifestCollection, ownLocales, type RequestContext } from '../../../../runtime/kit.ts'

type Locales = NonNullable<ManifestCollection['locales']>

/**
 * Returns the locale in which the page's document is written; `null` for the default. For users who may write only some
 * locales, the first of these is preselected.
 * @throws HttpError `not_found`
 */
export function localeIn(c: RequestContext, { locales }: Pick<ManifestCollection, 'locales'>): string | null {
  if (locales === undefined) return null
  const name = c.req.query('locale') ?? firstOf(ownLocales(c), locales)
  if (name === locales.default) return null
  if (otherLocales(locales).includes(name)) return name
  throw new HttpError('not_found', t('There is no content in this language.'))
}

function firstOf(ownNames: readonly string[] | null, locales: Locales): string {
  const all = [locales.default, ...otherLocales(locales)]
  return all.find((locale) => ownNames === null || ownNames.includes(locale)) ?? locales.default
}

/** Returns an API path that selects a locale's own values, without fallbacks. */
export function inLocale(path: string, locale: string | null): string {
  if (locale === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ locale, fallback: 'none' })}`
}
