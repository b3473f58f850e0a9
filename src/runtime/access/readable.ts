import { LOGGED_PARAMETERS } from '../../manifest/list-parameters.ts'

/**
 * Decides which parts of a request may appear in logs: values of headers and parameters that are known to be harmless.
 * For any other name, only the length of the value is logged, because the value may be a secret.
 */

/** Harmless headers of browsers, caches and Cloudflare. */
const HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'cdn-loop',
  'cf-connecting-ip',
  'cf-ipcountry',
  'cf-ray',
  'cf-visitor',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'dnt',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'origin',
  'pragma',
  'priority',
  'range',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'sec-gpc',
  'te',
  'traceparent',
  'transfer-encoding',
  'upgrade-insecure-requests',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
  'x-requested-with',
])

/** Harmless parameters of the service, which select a part of the data. */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...LOGGED_PARAMETERS,
  'collection',
  'folder',
  'format',
  'pretty',
  'tab',
  'version',
])

/** Maximum number of characters of an address in a log line. Longer addresses are usually refused anyway. */
const MAX_ADDRESS = 2048

export function readableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const readable: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name] ?? ''
    readable[name] = name === 'referer' ? readableAddress(value) : HEADERS.has(name) ? value : lengthOf(value)
  }
  return readable
}

/** Returns an address with the values of harmless parameters, and only the lengths of other values. */
export function readableAddress(url: string): string {
  const [address = '', ...rest] = url.split('?')
  if (rest.length === 0) return address.slice(0, MAX_ADDRESS)
  const parameters = rest.join('?').split('&').map(readableParameter)
  return `${address}?${parameters.join('&')}`.slice(0, MAX_ADDRESS)
}

function readableParameter(parameter: string): string {
  const at = parameter.indexOf('=')
  if (at === -1) return PARAMETERS.has(parameter) ? parameter : lengthOf(parameter)
  const name = parameter.slice(0, at)
  return PARAMETERS.has(name) ? parameter : `${name}=${lengthOf(parameter.slice(at + 1))}`
}

function lengthOf(value: string): string {
  return `[length ${value.length}]`
}
