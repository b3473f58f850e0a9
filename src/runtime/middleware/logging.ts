import type { Context } from 'hono'
import type { AppEnv, Middleware } from '../app-env.ts'
import { isSecretName, REDACTED, writeLog } from '../log.ts'

/** Writes one line for each request once its answer is there (specification, request pipeline, item 10). */
export function loggingMiddleware(): Middleware {
  return async (c, next) => {
    await next()
    writeLog(c.res.status >= 500 ? 'error' : 'info', {
      type: 'request',
      ...describeRequest(c),
      status: c.res.status,
      durationMs: Date.now() - c.get('startedAt'),
      headers: readableHeaders(c.get('requestHeaders')),
    })
  }
}

/** What every line about a request says. */
export function describeRequest(c: Context<AppEnv>) {
  return {
    requestId: c.get('requestId'),
    method: c.req.method,
    url: readableUrl(c.req.url),
    userId: c.get('user')?.id ?? null,
    ip: c.get('requestHeaders')['cf-connecting-ip'] ?? null,
    userAgent: c.get('requestHeaders')['user-agent'] ?? null,
  }
}

function readableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const readable: Record<string, string> = {}
  for (const name in headers) readable[name] = isSecretName(name) ? REDACTED : (headers[name] ?? '')
  if (readable.referer !== undefined) readable.referer = readableUrl(readable.referer)
  return readable
}

/** Characters of an address in a line; longer ones are refused sooner or later anyway. */
const MAX_LOGGED_URL = 2048

/** The address with the values of parameters that are named like secrets taken out. */
function readableUrl(url: string): string {
  const query = url.indexOf('?')
  if (query === -1) return url.slice(0, MAX_LOGGED_URL)
  const parameters = url.slice(query + 1).split('&')
  return `${url.slice(0, query)}?${parameters.map(readableParameter).join('&')}`.slice(0, MAX_LOGGED_URL)
}

function readableParameter(parameter: string): string {
  const [name = ''] = parameter.split('=', 1)
  return isSecretName(tryDecode(name)) ? `${name}=${REDACTED}` : parameter
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
