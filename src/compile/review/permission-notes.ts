import { covers } from '../../ground/covers.ts'
import { PERMISSIONS } from '../../ground/permissions.ts'
import { describeCondition, type Reach, reachOf, readRule } from '../lock/reach.ts'
import type { Lock } from '../lock/read-lock.ts'
import { nameOf } from './diff-routes.ts'
import { listedInPart } from './fold-access.ts'

/**
 * Describes what a role may do with its new permissions.
 * @param before permissions and patterns that the role had
 * @param after permissions and patterns that the role has now
 */
export function permissionNotes(
  role: string,
  before: readonly string[],
  after: readonly string[],
  head: Lock,
): readonly string[] {
  const named = permissionsIn(head)
  return [...new Set([...Object.keys(PERMISSIONS), ...named.keys()])]
    .filter((name) => includes(after, name) && !includes(before, name))
    .flatMap((name) => {
      const allowed = PERMISSIONS[name] ?? null
      const places = named.get(name) ?? []
      return [
        ...(allowed === null ? [] : [`${name}: ${role} may ${allowed}${whereOf(name, role, head)}`]),
        ...(places.length === 0 ? [] : [`${name}: these rules require it: ${listedInPart(places)}`]),
      ]
    })
}

function includes(patterns: readonly string[], permission: string): boolean {
  return patterns.some((pattern) => covers(pattern, permission))
}

/** Returns the rules of a service that name a permission: `create on posts`, `POST /api/media`. */
function permissionsIn({ collections, routes, roles }: Lock): ReadonlyMap<string, readonly string[]> {
  const rules = [
    ...Object.entries(collections).flatMap(([collection, { access }]) =>
      Object.entries(access)
        .filter(([action]) => action !== 'versions')
        .map(([action, fact]) => ({ place: `${action} on ${collection}`, fact })),
    ),
    ...Object.entries(routes).map(([key, { access }]) => ({ place: nameOf(key), fact: access })),
  ].flatMap(({ place, fact }) => {
    const rule = readRule(fact, roles)
    return rule.kind === 'grants' && rule.permission !== null ? [{ place, permission: rule.permission }] : []
  })
  const groups = Map.groupBy(rules, ({ permission }) => permission)
  return new Map([...groups].map(([permission, found]) => [permission, found.map(({ place }) => place)]))
}

/**
 * Lists the documents that a role may publish: `, in pages (create; change) and articles (create)`; empty for any other
 * permission.
 */
function whereOf(permission: string, role: string, { collections, roles }: Lock): string {
  if (permission !== 'content.publish') return ''
  const found = Object.entries(collections).flatMap(([name, { access, drafts }]) => {
    const [create, update] = [access.create, access.update].map((fact) => reachOf(readRule(fact, roles), role))
    const actions = [...inWords('create', create, 'published'), ...inWords('change', update, null)]
    return drafts && actions.length > 0 ? [`${name} (${actions.join('; ')})`] : []
  })
  return found.length === 0 ? '' : `, in ${listedInPart(found)}`
}

/**
 * Describes the documents on which an action may change the status. A condition on the status must hold before and
 * after.
 * @param status status that such a condition may require; `null` for none
 */
function inWords(action: string, reach: Reach | undefined, status: string | null): readonly string[] {
  if (reach === undefined || reach === 'none') return []
  if (reach === 'all') return [action]
  const possible = reach.filter((condition) => condition.status === undefined || condition.status === status)
  return possible.length === 0 ? [] : [`${action} where ${possible.map(describeCondition).join(', or ')}`]
}
