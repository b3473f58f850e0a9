import type { RequestContext } from '../../../config/request.ts'
import type { ManifestLocales } from '../../../manifest/index.ts'
import { parametersThatChoose } from '../../../manifest/list-parameters.ts'
import { message } from '../../../messages/messages.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { readParameters, unknownName } from '../../input/parameters.ts'

/** Locale in which a request reads and writes. */
export interface Locale {
  /** Name of the locale; `*` for all locales. */
  readonly name: string
  /** The locale followed by its fallbacks, in the order in which they are tried. For `*`, all locales. */
  readonly chain: readonly string[]
  readonly isAll: boolean
}

/** Query parameters that choose the locale. */
const PARAMETERS = parametersThatChoose('language')

/**
 * Returns the locale that a request's address names, or the default locale; `null` if the config has no locales.
 * @throws HttpError `invalid_query`
 */
export function localeOf(c: RequestContext, locales: ManifestLocales | undefined): Locale | null {
  if (locales === undefined) return null
  const { url } = c.req
  if (!url.includes('locale=') && !url.includes('fallback=')) return initialOf(locales)
  const parameters = readParameters(url)
  const name = parameters.get('locale') ?? locales.default
  const names = Object.keys(locales.chains)
  if (name === '*') return { name, chain: names, isAll: true }
  const chain = Object.hasOwn(locales.chains, name) ? locales.chains[name] : undefined
  if (chain === undefined) throw unknownName(message('There is no locale {name}.'), name, [...names, '*'])
  const fallback = parameters.get('fallback')
  if (fallback !== undefined && fallback !== 'none')
    throw new HttpError('invalid_query', t('The only valid value of fallback is none.'))
  return { name, chain: fallback === 'none' ? [name] : chain, isAll: false }
}

function initialOf({ default: name }: ManifestLocales): Locale {
  return { name, chain: [name], isAll: false }
}

/** Returns the parameters of a request without those that choose the locale. */
export function parametersBesideLocale(url: string, locale: Locale | null): Map<string, string> {
  const parameters = readParameters(url)
  if (locale !== null) for (const name of PARAMETERS) parameters.delete(name)
  return parameters
}

/**
 * Returns a key for a locale. It differs with and without fallbacks, because the same request then has another
 * response.
 */
export function keyOfLocale(locale: Locale | null): string {
  return locale === null ? '' : `${locale.name}:${locale.chain.length}`
}

/** Returns the value of the header `Content-Language` (RFC 9110, section 8.5). */
export function contentLanguage({ name, chain, isAll }: Locale): string {
  return isAll ? chain.join(', ') : name
}

/** Returns the path of an error as the body has it: `title` in a request for one locale, `title.de` with `*`. */
export function pathInBody(path: string, locale: Locale | null): string {
  if (locale === null) return path
  return path.replace(/@([A-Za-z0-9-]+)/g, locale.isAll ? '.$1' : '')
}
