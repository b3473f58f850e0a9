import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'
import type { AppContext } from '../isolate/app-env.ts'

/**
 * Maximum number of characters of an address: the limit of Cloudflare
 * (https://developers.cloudflare.com/workers/platform/limits/).
 */
export const MAX_URL = 16_384
/** Maximum number of query parameters. Lists need at most about twenty conditions and a few other parameters. */
export const MAX_PARAMETERS = 100
/**
 * Maximum number of headers; `MAX_HEADER_CHARACTERS` limits the length of their names and values together. Browsers
 * send about twenty headers, of 2 KB.
 */
export const MAX_HEADERS = 100
export const MAX_HEADER_CHARACTERS = 32_768

/**
 * Refuses a request whose address or headers are too large. Bodies are checked when they are read.
 * @throws HttpError `invalid_query`, `payload_too_large`
 */
export function checkLimits(c: AppContext): void {
  checkAddress(c.req.url)
  checkHeaders(c.get('requestHeaders'))
}

/**
 * Refuses an address that is too long or has too many parameters.
 * @throws HttpError `invalid_query`
 */
function checkAddress(url: string): void {
  if (url.length > MAX_URL)
    throw new HttpError('invalid_query', t('An address may have at most {max} characters.', { max: MAX_URL }))
  const query = url.indexOf('?')
  if (query === -1) return
  let parameters = 1
  for (let index = url.indexOf('&', query); index !== -1; index = url.indexOf('&', index + 1)) parameters += 1
  if (parameters > MAX_PARAMETERS) {
    throw new HttpError('invalid_query', t('A query may have at most {max} parameters.', { max: MAX_PARAMETERS }))
  }
}

/**
 * Refuses headers that are too many, or too long in total.
 * @throws HttpError `payload_too_large`
 */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  let count = 0
  let characters = 0
  for (const name in headers) {
    count += 1
    characters += name.length + (headers[name]?.length ?? 0)
  }
  if (count > MAX_HEADERS)
    throw new HttpError('payload_too_large', t('A request may have at most {max} headers.', { max: MAX_HEADERS }))
  if (characters > MAX_HEADER_CHARACTERS) {
    throw new HttpError(
      'payload_too_large',
      t('The headers may have at most {max} characters in total.', { max: MAX_HEADER_CHARACTERS }),
    )
  }
}
