import { ANONYMOUS } from '../../ground/access.ts'
import { describeRule, principals, reachOf, readRule } from '../lock/reach.ts'
import type { Lock } from '../lock/read-lock.ts'
import type { Sources } from '../sources/sources.ts'
import { admitsMore } from './admits-more.ts'
import type { Change } from './change.ts'
import { namesIn } from './compare-facts.ts'

/**
 * Compares the routes of plugins that exist before and after. Those of collections, and of added or removed plugins,
 * are reported with them.
 */
export function diffRoutes(base: Lock, head: Lock, sources: Sources): Change[] {
  return namesIn(base.routes, head.routes).flatMap((key): Change[] => {
    const before = base.routes[key]
    const after = head.routes[key]
    const plugin = after?.plugin ?? before?.plugin
    if (plugin === undefined || (before && after) || !base.plugins[plugin] || !head.plugins[plugin]) return []
    const subject = nameOf(key)
    const source = sources.route(plugin, key)
    const isServed = isServedOutsideDevelopment(after ? head : base, plugin)
    const where = isServed ? '' : ', in development only'
    if (!after) {
      const message = `${subject} is removed (${plugin})${where}`
      return [{ class: isServed ? 'breaking' : 'safe', kind: 'route-removed', subject, message, source }]
    }
    const narrower = keysOf(base, plugin).filter((other) => isReplaced(other, key, base, head))
    const opens = isServed && !isForAdministrators(head, key)
    const message = `${subject} is new, for ${describeRule(readRule(after.access, head.roles))} (${plugin})${where}`
    const notes = [
      ...(isForAdministrators(head, key) ? [] : [OWN_RULES]),
      ...narrower.map((other) => `it may replace ${nameOf(other)}, which fewer callers could call`),
    ]
    return [{ class: opens ? 'opens' : 'safe', kind: 'route-added', subject, message, source, notes }]
  })
}

/** Tells whether a removed route may have become a new one, with the same method, that more callers may call. */
function isReplaced(removed: string, added: string, base: Lock, head: Lock): boolean {
  if (head.routes[removed] || methodOf(removed) !== methodOf(added)) return false
  return admitsMore(base.routes[removed], head.routes[added], base, head)
}

function methodOf(key: string): string {
  return key.slice(key.lastIndexOf(' ') + 1)
}

/** Note on routes of plugins that not only administrators may call. */
const OWN_RULES = 'access rules of collections do not apply to what its code reads with SQL'

/** A route of a plugin, such as `GET /api/letters`, and who may call it. */
export interface PluginRoute {
  readonly name: string
  readonly access: string
  readonly isPublic: boolean
}

export function routesOf(lock: Lock, plugin: string): readonly PluginRoute[] {
  return keysOf(lock, plugin).map((key) => ({
    name: nameOf(key),
    isPublic: isAnonymous(lock, key),
    access: describeRule(readRule(lock.routes[key]?.access, lock.roles)),
  }))
}

/** Tells whether a plugin is active outside development. */
export function isServedOutsideDevelopment({ plugins }: Lock, plugin: string): boolean {
  return plugins[plugin]?.environments?.some((name) => name !== 'development') ?? true
}

function keysOf({ routes }: Lock, plugin: string): string[] {
  return Object.keys(routes).filter((key) => routes[key]?.plugin === plugin)
}

function isAnonymous({ routes, roles }: Lock, key: string): boolean {
  return reachOf(readRule(routes[key]?.access, roles), ANONYMOUS) !== 'none'
}

/** Tells whether only administrators may call a route. */
function isForAdministrators(lock: Lock, key: string): boolean {
  const rule = readRule(lock.routes[key]?.access, lock.roles)
  return principals(lock, lock).every((who) => who === 'admin' || reachOf(rule, who) === 'none')
}

/** Returns a route's name for people. The lock puts the path first, so that related routes are sorted together. */
export function nameOf(key: string): string {
  return key.split(' ').reverse().join(' ')
}
