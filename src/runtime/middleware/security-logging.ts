import { isAdminPath } from '../common/admin-path.ts'
import { HttpError } from '../common/errors.ts'
import { writeLog } from '../common/log.ts'
import type { Outgoing } from '../common/outgoing.ts'
import type { AppContext, Middleware } from '../isolate/app-env.ts'
import { afterwards } from './afterwards.ts'
import { describeRequest } from './logging.ts'

/** Patterns of attacks in an address, a header or a body. */
const SUSPICIOUS: Readonly<Record<string, RegExp>> = {
  script_tag: /<\/?\s*script\b/i,
  javascript_protocol: /javascript:/i,
  event_handler: /\bon\w+\s*=/i,
  path_traversal: /\.\.[/\\]\.\.[/\\]/,
  etc_passwd: /\/etc\/passwd/i,
  union_select: /\bunion\b[\s+/*(]+(?:all\b[\s+/*(]+)?select\b/i,
  drop_table: /\bdrop\b[\s+/*]+table\b/i,
}

/** Matches text that any pattern of `SUSPICIOUS` matches, in one pass. */
const ANY = new RegExp(
  Object.values(SUSPICIOUS)
    .map((pattern) => pattern.source)
    .join('|'),
  'i',
)

/**
 * Makes middleware that logs each suspicious request, failed login, admin access, refused access and exceeded limit.
 */
export function securityLoggingMiddleware(): Middleware {
  return afterwards(logSecurity)
}

/** Logs one response like `securityLoggingMiddleware`. */
export function logSecurity(c: AppContext, { status }: Outgoing): void {
  const found = suspicions(c)
  if (found.patterns.length > 0) writeSecurityLog(c, status, 'suspicious_request', found)
  const event = eventOf(c, status)
  if (event !== null) writeSecurityLog(c, status, event, codeOf(c))
}

/**
 * Matches addresses that receive credentials. A refused form is shown again with its error, so only the status reveals
 * the failure.
 */
const SIGN_IN = /\/(?:login|otp|magic-link\/verify)$/

function eventOf(c: AppContext, status: number): string | null {
  if (status === 429) return 'rate_limited'
  if (codeOf(c).code === 'invalid_credentials' || (status === 401 && SIGN_IN.test(c.req.path))) return 'failed_login'
  if (status === 401 || status === 403) return 'unauthorised_access'
  if (!isAdminPath(c.req.path)) return null
  return c.get('user') === null ? 'unauthorised_access' : 'admin_access'
}

/** Returns the code of the `HttpError` that ended the request; empty if none did, as for a form that is shown again. */
function codeOf({ error }: AppContext): { readonly code?: string } {
  return error instanceof HttpError ? { code: error.code } : {}
}

function writeSecurityLog(c: AppContext, status: number, event: string, details: object): void {
  const level = event === 'admin_access' ? 'info' : 'warn'
  writeLog(level, { type: 'security', event, ...describeRequest(c), status, ...details })
}

interface Suspicions {
  readonly patterns: readonly string[]
  /** Parts of the request that matched. */
  readonly in: readonly string[]
}

function suspicions(c: AppContext): Suspicions {
  const places = { url: decodeFully(c.req.url), headers: readableHeaders(c), body: decodeBody(c.get('bodyText')) }
  const found = Object.entries(places).filter(([, text]) => ANY.test(text))
  const patterns = Object.entries(SUSPICIOUS).filter(([, pattern]) => found.some(([, text]) => pattern.test(text)))
  return { patterns: patterns.map(([name]) => name), in: found.map(([place]) => place) }
}

/** Returns the headers to search. Tokens and cookies are left out, because random text may match any pattern. */
function readableHeaders(c: AppContext): string {
  const headers = c.get('requestHeaders')
  let text = ''
  for (const name in headers) {
    if (name !== 'cookie' && name !== 'authorization') text += `\n${decodeFully(headers[name] ?? '')}`
  }
  return text
}

/** Decodes the encoding of forms, and the escapes of JSON. */
function decodeBody(text = ''): string {
  const decoded = decodeFully(text)
  if (!decoded.includes('\\')) return decoded
  return decoded
    .replace(/\\u00([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\/', '/')
    .replaceAll('\\\\', '\\')
}

/**
 * Decodes percent-encoding. Text that is encoded twice, which is a way to evade filters, is returned decoded once and
 * decoded twice.
 */
function decodeFully(text: string): string {
  if (!text.includes('%')) return text
  const once = decodePercent(text)
  return once.includes('%') ? `${once}\n${decodePercent(once)}` : once
}

function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}
