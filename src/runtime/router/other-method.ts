import type { RequestContext } from '../../config/request.ts'
import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'

/**
 * Responds to a method that a known path does not support: to `OPTIONS` with 204, to other methods with 405, both with
 * `Allow`.
 * @throws HttpError `method_not_allowed`
 */
export function respondToOtherMethod(c: RequestContext, methods: readonly string[]): Response {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ')
  if (c.req.method === 'OPTIONS') return c.body(null, 204, { Allow: allow })
  throw new HttpError('method_not_allowed', t('{method} is not supported here.', { method: c.req.method }), {
    headers: { Allow: allow },
  })
}
