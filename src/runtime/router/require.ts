import type { MiddlewareHandler } from 'hono'
import type { Bindings, RequestContext, RequestUser, RequestVariables } from '../../config/request.ts'
import type { Method } from '../../config/route.ts'
import { covers } from '../../ground/covers.ts'
import type { Access } from '../../manifest/index.ts'
import { t } from '../../messages/translate.ts'
import { askToSignIn } from '../access/enforce.ts'
import { hasPermission } from '../access/permissions.ts'
import { scopesReach } from '../access/scopes.ts'
import { readTeamPermissions } from '../accounts/permission-manager.ts'
import { HttpError } from '../common/errors.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { identify, requireActive } from './guard.ts'

type Guard = MiddlewareHandler<{ Bindings: Bindings; Variables: RequestVariables }>

/** Roles above each role. Roles that a config adds are not in this order. */
const ABOVE: Readonly<Record<string, readonly string[]>> = {
  viewer: ['author', 'editor', 'admin'],
  author: ['editor', 'admin'],
  editor: ['admin'],
}

/**
 * Makes middleware that requires a signed-in caller. Others receive 401, or a redirect for a browser's page request.
 */
export function requireAuth(): Guard {
  return async (c, next) => {
    const user = await callerOf(c)
    if (user === null) return askToSignIn(c)
    requireScopes(c, user, { kind: 'authenticated' })
    await next()
  }
}

/**
 * Makes middleware that requires one of the roles, or a role that includes one of them: admin includes all roles,
 * editor includes author, and author includes viewer.
 * @param roles one role, or several roles of which the caller needs one
 */
export function requireRole(roles: string | readonly string[]): Guard {
  const accepted = typeof roles === 'string' ? [roles] : roles
  const admitted = new Set(['admin', ...accepted, ...accepted.flatMap((role) => ABOVE[role] ?? [])])
  return async (c, next) => {
    const user = await callerOf(c)
    if (user === null) return askToSignIn(c)
    if (!admitted.has(user.role)) throw new HttpError('forbidden', t('Your role does not allow this.'))
    requireScopes(c, user, { kind: 'grants', grants: [] })
    await next()
  }
}

/** Makes middleware that allows all callers, and sets the user if the credential is valid. */
export function optionalAuth(): Guard {
  return async (c, next) => {
    await identify(c)
    await next()
  }
}

/**
 * Makes middleware that requires a permission of the caller's role, `<resource>.<action>`.
 * @param teamParamName path parameter with a team's id, whose permissions count as well
 */
export function requirePermission(permission: string, teamParamName?: string): Guard {
  return async (c, next) => {
    const user = await callerOf(c)
    if (user === null) return askToSignIn(c)
    const teamId = teamParamName === undefined ? undefined : c.req.param(teamParamName)
    if (!hasPermission(c, permission) && !(await holdsInTeam(c, user, permission, teamId))) {
      throw new HttpError('forbidden', t('This needs the permission {permission}.', { permission }))
    }
    await next()
  }
}

/** Makes middleware that responds with 404 while a plugin is turned off or does not exist. */
export function requireActivePlugin(pluginName: string): Guard {
  return async (c, next) => {
    const runtime = runtimeOf(c)
    if (!runtime.plugins.includes(pluginName)) {
      throw new HttpError(
        'plugin_inactive',
        t('This belongs to the plugin {plugin}, which is not installed here.', { plugin: pluginName }),
      )
    }
    await requireActive(runtime, pluginName)
    await next()
  }
}

async function callerOf(c: RequestContext): Promise<RequestUser | null> {
  await identify(c)
  return c.get('user')
}

/**
 * Requires that the scopes of an API token allow the request, with the same result as an equivalent access rule.
 * @throws HttpError `forbidden`
 */
function requireScopes(c: RequestContext, user: RequestUser, access: Access): void {
  const method = (c.req.method === 'HEAD' ? 'GET' : c.req.method) as Method // the method of the request's route
  if (scopesReach(user, { access, method, handler: '' })) return
  throw new HttpError('forbidden', t('The scopes of this API token do not allow this.'))
}

/**
 * Tells whether the user has a permission in a team. Reads from the primary, so that a revoked permission has no effect
 * anymore.
 */
async function holdsInTeam(
  c: RequestContext,
  user: RequestUser,
  permission: string,
  teamId: string | undefined,
): Promise<boolean> {
  if (teamId === undefined) return false
  if (user.scopes !== undefined && !user.scopes.some((scope) => covers(scope, permission))) return false
  const permissions = await readTeamPermissions(runtimeOf(c).db, user.id, teamId)
  return permissions.some((pattern) => covers(pattern, permission))
}
