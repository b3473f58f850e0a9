import type { ManifestRoute } from '../../manifest/index.ts'
import { type AppContext, asRequestContext } from '../isolate/app-env.ts'
import { audit } from './audit.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Writes a line for a change that somebody who is signed in made, and for which the route has written none itself: so
 * nothing that a plugin does goes without one.
 */
export async function auditChange(c: AppContext, route: ManifestRoute, { status }: Response): Promise<void> {
  if (SAFE.has(c.req.method) || status >= 400 || c.get('user') === null || c.get('audited')) return
  const { id, ...others } = c.req.param() as Readonly<Record<string, string>> // Hono types them by the path's text
  await audit(asRequestContext(c), {
    action: `${route.plugin}.${route.handler}`,
    ...(id === undefined ? {} : { id }),
    details: { ...others, status },
  })
}
