import type { Context } from 'hono'
import type { AppEnv, Middleware } from '../app-env.ts'
import { HttpError } from '../errors.ts'
import { writeLog } from '../log.ts'
import { describeRequest } from './logging.ts'

/** What an attack looks like in an address or a header (specification, request pipeline, item 11). */
const SUSPICIOUS: Readonly<Record<string, RegExp>> = {
  script_tag: /<\/?\s*script\b/i,
  javascript_protocol: /javascript:/i,
  event_handler: /\bon\w+\s*=/i,
  path_traversal: /\.\.\/\.\.\//,
  etc_passwd: /\/etc\/passwd/i,
  union_select: /\bunion\b[\s+/*(]+(?:all\b[\s+/*(]+)?select\b/i,
  drop_table: /\bdrop\b[\s+/*]+table\b/i,
}

/** Looked for first, in one pass over everything; the table above names what it was. */
const ANY = new RegExp(
  Object.values(SUSPICIOUS)
    .map((pattern) => pattern.source)
    .join('|'),
  'i',
)

/** Writes a line for each suspicious request, failed login, admin access and refused access. */
export function securityLoggingMiddleware(): Middleware {
  return async (c, next) => {
    const patterns = suspiciousPatterns(c.req.url, c.get('requestHeaders'))
    await next()
    if (patterns.length > 0) writeSecurityLog(c, 'suspicious_request', { patterns })
    const outcome = outcomeOf(c)
    if (outcome !== null) writeSecurityLog(c, outcome, {})
  }
}

function outcomeOf(c: Context<AppEnv>): string | null {
  const code = c.error instanceof HttpError ? c.error.code : undefined
  if (code === 'invalid_credentials' || (c.res.status === 401 && c.req.path.endsWith('/login'))) return 'failed_login'
  if (c.res.status === 401 || c.res.status === 403) return 'unauthorised_access'
  const isAdmin = c.req.path === '/admin' || c.req.path.startsWith('/admin/')
  if (!isAdmin) return null
  return c.get('user') === null ? 'unauthorised_access' : 'admin_access'
}

function writeSecurityLog(c: Context<AppEnv>, event: string, details: Record<string, unknown>): void {
  const level = event === 'admin_access' ? 'info' : 'warn'
  writeLog(level, { type: 'security', event, ...describeRequest(c), status: c.res.status, ...details })
}

/** Tokens and cookies are left out: they are not text that anyone reads, and everything occurs in them sometime. */
function suspiciousPatterns(url: string, headers: Readonly<Record<string, string>>): string[] {
  let text = decodeFully(url)
  for (const name in headers) {
    if (name !== 'cookie' && name !== 'authorization') text += `\n${decodeFully(headers[name] ?? '')}`
  }
  if (!ANY.test(text)) return []
  return Object.entries(SUSPICIOUS).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))
}

/** Decodes percent-encoding, twice where it was applied twice, which is how filters are slipped past. */
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
