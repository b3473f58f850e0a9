import type { RequestContext } from '../../../config/request.ts'
import type { ManifestLocales } from '../../../manifest/index.ts'
import { parametersThatChoose } from '../../../manifest/list-parameters.ts'
import { HttpError } from '../../common/errors.ts'
import { readParameters, unknownName } from '../../input/parameters.ts'
import { message, t } from '../../messages/messages.ts'

/** Language in which a request reads and writes. */
export interface Locale {
  /** `*`: all of them. */
  readonly name: string
  /** Locales whose value stands in for a missing one, in order, the asked one first. Of `*` all that there are. */
  readonly chain: readonly string[]
  readonly isAll: boolean
}

/** Parameters of addresses that are about locales. */
const PARAMETERS = parametersThatChoose('language')

/**
 * The locale that a request's address names, else the default.
 * @param locales of the config; without them there is no such parameter
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
  if (fallback !== undefined && fallback !== 'none') throw new HttpError('invalid_query', t('fallback takes none.'))
  return { name, chain: fallback === 'none' ? [name] : chain, isAll: false }
}

function initialOf({ default: name }: ManifestLocales): Locale {
  return { name, chain: [name], isAll: false }
}

/** Parameters of a request besides those about locales. */
export function parametersBesideLocale(url: string, locale: Locale | null): Map<string, string> {
  const parameters = readParameters(url)
  if (locale !== null) for (const name of PARAMETERS) parameters.delete(name)
  return parameters
}

/** Tells the forms of one response in several locales apart. */
export function keyOfLocale(locale: Locale | null): string {
  return locale === null ? '' : `${locale.name}:${locale.chain.length}`
}

/** Value of the header `Content-Language` (RFC 9110, section 8.5). */
export function contentLanguage({ name, chain, isAll }: Locale): string {
  return isAll ? chain.join(', ') : name
}

/** Path of an error as the body has it: `title` of a request in one locale, `title.de` with `*`. */
export function pathInBody(path: string, locale: Locale | null): string {
  if (locale === null) return path
  return path.replace(/@([A-Za-z0-9-]+)/g, locale.isAll ? '.$1' : '')
}
