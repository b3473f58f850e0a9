import type { ManifestRoute } from '../../manifest/index.ts'
import { type AppContext, asRequestContext } from '../isolate/app-env.ts'
import { audit } from './audit.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Writes an audit entry for a signed-in user's change if the route has not written one itself, so that every change
 * through a plugin has an entry.
 */
export async function auditChange(c: AppContext, route: ManifestRoute, { status }: Response): Promise<void> {
  if (SAFE.has(c.req.method) || status >= 400 || c.get('user') === null || c.get('audited')) return
  const { id, ...others } = c.req.param() as Readonly<Record<string, string>> // Hono infers the names from the path
  await audit(asRequestContext(c), {
    action: `${route.plugin}.${route.handler}`,
    ...(id === undefined ? {} : { id }),
    details: { ...others, status },
  })
}
