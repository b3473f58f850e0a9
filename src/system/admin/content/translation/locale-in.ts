import { otherLocales } from '../../../../manifest/localized.ts'
import { HttpError, type ManifestCollection, ownLocales, type RequestContext } from '../../../../runtime/kit.ts'
import { t } from '../../../../ui/t.ts'

type Locales = NonNullable<ManifestCollection['locales']>

/**
 * The locale besides the default in which the page's document is written; `null`: the default. Who writes some locales
 * alone begins with the first of them.
 * @throws HttpError `not_found`
 */
export function localeIn(c: RequestContext, { locales }: Pick<ManifestCollection, 'locales'>): string | null {
  if (locales === undefined) return null
  const name = c.req.query('locale') ?? firstOf(ownLocales(c), locales)
  if (name === locales.default) return null
  if (otherLocales(locales).includes(name)) return name
  throw new HttpError('not_found', t('There is no content in this language.'))
}

function firstOf(own: readonly string[] | null, locales: Locales): string {
  const all = [locales.default, ...otherLocales(locales)]
  return all.find((locale) => own === null || own.includes(locale)) ?? locales.default
}

/** Address in the API of what a locale itself holds, without a fallback. */
export function inLocale(path: string, locale: string | null): string {
  if (locale === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ locale, fallback: 'none' })}`
}
