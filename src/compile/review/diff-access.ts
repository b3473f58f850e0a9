import { ANONYMOUS } from '../../ground/access.ts'
import { principals, type Reach, type Rule, reachOf, readRule } from '../lock/reach.ts'
import { isNew, type Lock, type LockCollection, type LockField } from '../lock/read-lock.ts'
import type { Sources } from '../sources/sources.ts'
import { diffReach, diffRule, READ_VERSIONS, type Target } from './access-change.ts'
import type { AccessChange } from './change.ts'
import { diffRoles } from './diff-roles.ts'
import { nameOf } from './diff-routes.ts'
import { listedInPart } from './fold-access.ts'

/**
 * Compares who may do what. Removed collections are left out, because the loss of their endpoints is reported
 * elsewhere. `base` already has the new names.
 */
export function diffAccess(base: Lock, head: Lock, sources: Sources): AccessChange[] {
  return [
    ...diffRoles(base, head, sources),
    ...Object.entries(head.collections).flatMap(([name, after]) => {
      const sides = { base, head, sources, name, before: base.collections[name], after }
      return [...diffCollection(sides), ...diffFields(sides)]
    }),
    ...diffRoutes(base, head, sources),
  ]
}

interface Sides {
  readonly base: Lock
  readonly head: Lock
  readonly sources: Sources
  /** Name of the collection. */
  readonly name: string
  readonly before: LockCollection | undefined
  readonly after: LockCollection
}

const ACTIONS = {
  read: 'read',
  create: 'create',
  update: 'update',
  delete: 'delete',
  versions: READ_VERSIONS,
} as const

function diffCollection(sides: Sides): AccessChange[] {
  const { base, head, sources, name, before, after } = sides
  return Object.entries(ACTIONS).flatMap(([key, action]) => {
    const then = before ? readRule(before.access[key], base.roles) : NOTHING
    const now = readRule(after.access[key], head.roles)
    const source = sources.collection(name, 'access', key === 'versions' ? 'read' : key)
    const target = { action, subject: name, source, gain: gainOf(sides) }
    const who = before ? principals(base, head) : principals(base, head).filter((role) => role !== 'admin')
    return diffRule(target, then, now, who).map((change) => {
      if (change.effect !== 'gains' || change.role !== ANONYMOUS) return change
      const routes = Object.keys(head.routes).filter((route) => head.routes[route]?.access === `${name}.${key}`)
      return routes.length === 0
        ? change
        : { ...change, notes: [`callers need no account for ${listedInPart(routes.map(nameOf))}`] }
    })
  })
}

const NOTHING: Rule = { kind: 'nobody' }

/**
 * Returns a function that classifies newly gained access: `safe` in a new service and, except for anonymous callers, in
 * a new collection, because there was nothing to protect; otherwise `opens`.
 */
function gainOf({ base, before }: Sides): NonNullable<Target['gain']> {
  if (isNew(base)) return () => 'safe'
  return (who) => (before || who === ANONYMOUS ? 'opens' : 'safe')
}

/**
 * Compares the access to existing fields, apart from nested ones and from what follows from the rules of the
 * collection.
 */
function diffFields(sides: Sides): AccessChange[] {
  const { base, head, sources, name, before, after } = sides
  if (!before) return []
  return Object.entries(after.fields).flatMap(([path, now]) => {
    const then = before.fields[path]
    if (!then || path.includes('.')) return []
    const subject = `${name}.${path}`
    return principals(base, head).flatMap((who) => {
      const read = diffWithin(
        { action: 'read', subject, source: sources.field(subject, ...optionOf('read', then, now)) },
        who,
        reaches(sides, before, ['read'], who),
        [readersOf(then, base, who), readersOf(now, head, who)],
      )
      const write = diffWithin(
        { action: 'write', subject, source: sources.field(subject, ...optionOf('write', then, now)) },
        who,
        reaches(sides, before, ['create', 'update'], who),
        [writersOf(then, base, who), writersOf(now, head, who)],
      )
      return [...read, ...write]
    })
  })
}

/** Returns the changed option of a field that determines who may read or write it. */
function optionOf(action: 'read' | 'write', then: LockField, now: LockField): readonly string[] {
  const whole = action === 'read' ? 'hidden' : 'readOnly'
  return then[whole] === now[whole] ? ['access', action] : [whole]
}

type Pair = readonly [before: Reach, after: Reach]

/** Returns, for each of these rules of the collection, the documents that a caller may access before and after. */
function reaches(
  { base, head, after }: Sides,
  before: LockCollection,
  keys: readonly string[],
  who: string,
): readonly Pair[] {
  const documents = (lock: Lock, collection: LockCollection, key: string) =>
    reachOf(readRule(collection.access[key], lock.roles), who)
  return keys.map((key) => [documents(base, before, key), documents(head, after, key)] as const)
}

/** Compares who may access a field by its own rule, within the rules of its collection. */
function diffWithin(target: Target, who: string, pairs: readonly Pair[], [was, is]: Pair): AccessChange[] {
  // Uses the widest rule of each side: a field may be written by a create or an update.
  const widest = (index: 0 | 1): Reach => pairs.map((pair) => pair[index]).sort(byWidth)[0] ?? 'none'
  if (was !== 'none' && is !== 'none') return widest(1) === 'none' ? [] : diffReach(target, who, was, is)
  if (was === is) return []
  const then = was === 'none' ? 'none' : widest(0)
  const now = is === 'none' ? 'none' : widest(1)
  const isImplied = JSON.stringify([then, now]) === JSON.stringify([widest(0), widest(1)])
  return isImplied ? [] : diffReach(target, who, then, now)
}

function byWidth(a: Reach, b: Reach): number {
  const width = (reach: Reach) => (reach === 'all' ? 2 : reach === 'none' ? 0 : 1)
  return width(b) - width(a)
}

function readersOf({ hidden, read }: LockField, lock: Lock, who: string): Reach {
  if (hidden === true) return 'none'
  return read === undefined ? 'all' : reachOf(readRule(read, lock.roles), who)
}

function writersOf({ readOnly, write }: LockField, lock: Lock, who: string): Reach {
  if (readOnly === true) return 'none'
  return write === undefined ? 'all' : reachOf(readRule(write, lock.roles), who)
}

/** Compares the access to existing routes of plugins. Routes of collections follow their collection's rules. */
function diffRoutes(base: Lock, head: Lock, sources: Sources): AccessChange[] {
  return Object.entries(head.routes).flatMap(([key, route]) => {
    const before = base.routes[key]
    if (!before || route.plugin === undefined || before.plugin === undefined) return []
    const [path = key, method = ''] = key.split(' ')
    const target = { action: method, subject: path, source: sources.route(route.plugin, key) }
    const [then, now] = [readRule(before.access, base.roles), readRule(route.access, head.roles)]
    const isOther = before.readOnly !== route.readOnly
    return [
      ...diffRule(target, then, now, principals(base, head)),
      ...(isOther ? [diffReadOnly(target, route.readOnly === true)] : []),
    ]
  })
}

/**
 * Returns the change for a route that became read-only or writable. Any API token of a signed-in user, regardless of
 * its scopes, may call a read-only route.
 */
function diffReadOnly({ action, subject, source }: Target, isReadOnly: boolean): AccessChange {
  const message = isReadOnly
    ? `API tokens may call ${action} ${subject}, whatever their scopes, as with a GET: the route declares that it changes nothing`
    : `API tokens may no longer call ${action} ${subject}, whatever their scopes, as with a GET`
  const grade = isReadOnly ? 'opens' : 'breaking'
  return { class: grade, kind: 'access-tokens', subject, message, source, role: null, effect: 'changes', action }
}
