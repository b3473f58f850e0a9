import type { Condition } from '../../config/access.ts'
import type { AccessChange } from './change.ts'
import type { Lock, LockCollection, LockField } from './lock.ts'
import { ANONYMOUS, conditionInWords, type Reach, type Rule, reachOf, readRule, ruleInWords } from './reach.ts'
import type { Sources } from './sources.ts'

/**
 * Who may do from now on what they might not, and the other way round. Collections that are gone have no rules any more:
 * that their endpoints are gone is said elsewhere. `base` has the new names already.
 */
export function diffAccess(base: Lock, head: Lock, sources: Sources): AccessChange[] {
  return [
    ...diffRoles(base, head),
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
  /** The collection. */
  readonly name: string
  readonly before: LockCollection | undefined
  readonly after: LockCollection
}

/** What a rule is about, and who asks for it. */
interface Target {
  readonly action: string
  readonly subject: string
  readonly source: string | null
}

const ACTIONS = {
  read: 'read',
  create: 'create',
  update: 'update',
  delete: 'delete',
  versions: 'read versions',
} as const

function diffCollection({ base, head, sources, name, before, after }: Sides): AccessChange[] {
  return Object.entries(ACTIONS).flatMap(([key, action]) => {
    const then = before ? readRule(before.access[key], base.roles) : NOTHING
    const now = readRule(after.access[key], head.roles)
    const target = { action, subject: name, source: sources.of(name) }
    const who = before ? principals(base, head) : principals(base, head).filter((role) => role !== 'admin')
    return diffRule(target, then, now, who)
  })
}

const NOTHING: Rule = { kind: 'nobody' }

/** Anonymous callers, and every role that there is or was. */
function principals(base: Lock, head: Lock): string[] {
  return [ANONYMOUS, ...[...new Set([...Object.keys(base.roles), ...Object.keys(head.roles)])].sort()]
}

function diffRule(target: Target, then: Rule, now: Rule, who: readonly string[]): AccessChange[] {
  if (then.kind === 'function' || now.kind === 'function') return diffFunction(target, then, now)
  const scope = diffScope(target, then, now)
  return [...who.flatMap((role) => diffReach(target, role, reachOf(then, role), reachOf(now, role))), ...scope]
}

/** What a function answers is not known: that it decides, or decides differently, is. */
function diffFunction({ action, subject, source }: Target, then: Rule, now: Rule): AccessChange[] {
  const change = (message: string): AccessChange[] => [
    { class: 'caution', kind: 'access-function', subject, message, source, role: null, effect: 'changes', action },
  ]
  if (now.kind !== 'function')
    return change(`no function decides ${action} on ${subject} any more: it is for ${ruleInWords(now)}`)
  if (then.kind !== 'function')
    return change(`a function decides ${action} on ${subject}: it was for ${ruleInWords(then)}`)
  return then.hash === now.hash ? [] : change(`the function that decides ${action} on ${subject} has changed`)
}

/** A rule by permission also goes by the scopes of API tokens, which one by roles does not look at. */
function diffScope({ action, subject, source }: Target, then: Rule, now: Rule): AccessChange[] {
  if (then.kind !== 'grants' || now.kind !== 'grants' || then.permission === now.permission) return []
  // Who sees former versions follows from who reads and edits: that is said there.
  if (action === ACTIONS.versions) return []
  const basis = (rule: typeof then) => (rule.permission === null ? 'roles' : `the permission ${rule.permission}`)
  const message = `${action} on ${subject} goes by ${basis(now)}, no longer by ${basis(then)}`
  return [{ class: 'caution', kind: 'access-basis', subject, message, source, role: null, effect: 'changes', action }]
}

function diffReach(target: Target, role: string, then: Reach, now: Reach): AccessChange[] {
  if (JSON.stringify(then) === JSON.stringify(now)) return []
  if (then === 'none') return [gains(target, role, now)]
  if (now === 'none') return [loses(target, role, then)]
  if (now === 'all') return [gains(target, role, now, `, no longer only where ${inWords(then)}`)]
  if (then === 'all') return [loses(target, role, then, ` except where ${inWords(now)}`)]
  const texts = (reach: readonly Condition[]) => new Set(reach.map((condition) => JSON.stringify(condition)))
  const before = texts(asConditions(then))
  const after = texts(asConditions(now))
  const added = asConditions(now).filter((condition) => !before.has(JSON.stringify(condition)))
  const removed = asConditions(then).filter((condition) => !after.has(JSON.stringify(condition)))
  return [
    ...(removed.length > 0 ? [loses(target, role, removed)] : []),
    ...(added.length > 0 ? [gains(target, role, added)] : []),
  ]
}

function asConditions(reach: Reach): readonly Condition[] {
  return typeof reach === 'string' ? [] : reach
}

function inWords(reach: Reach): string {
  return asConditions(reach).map(conditionInWords).join(', or ')
}

function gains(target: Target, role: string, reach: Reach, suffix?: string): AccessChange {
  return change(target, role, 'gains', reach, suffix)
}

function loses(target: Target, role: string, reach: Reach, suffix?: string): AccessChange {
  return change(target, role, 'loses', reach, suffix)
}

function change(target: Target, role: string, effect: 'gains' | 'loses', reach: Reach, suffix?: string): AccessChange {
  const { action, subject, source } = target
  const limit = suffix ?? (reach === 'all' ? '' : ` where ${inWords(reach)}`)
  return {
    // Whoever is given more breaks nobody, but somebody should look at it.
    class: effect === 'gains' ? 'caution' : 'breaking',
    kind: effect === 'gains' ? 'access-gained' : 'access-lost',
    subject,
    message: `${role} ${effect} ${action} on ${subject}${limit}`,
    source,
    role,
    effect,
    action,
    ...(typeof reach === 'string' ? {} : { where: reach }),
  }
}

/** Fields that were there before, where they go another way than their collection. */
function diffFields({ base, head, sources, name, before, after }: Sides): AccessChange[] {
  if (!before) return []
  const documents = (lock: Lock, collection: LockCollection, key: string, who: string) =>
    reachOf(readRule(collection.access[key], lock.roles), who)
  return Object.entries(after.fields).flatMap(([path, now]) => {
    const then = before.fields[path]
    if (!then || path.includes('.')) return []
    const subject = `${name}.${path}`
    const source = sources.of(subject)
    return principals(base, head).flatMap((who) => {
      const read = ['read'].map((key) => [documents(base, before, key, who), documents(head, after, key, who)] as const)
      const write = ['create', 'update'].map(
        (key) => [documents(base, before, key, who), documents(head, after, key, who)] as const,
      )
      return [
        ...diffWithin({ action: 'read', subject, source }, who, read, [
          isReadable(then, base, who),
          isReadable(now, head, who),
        ]),
        ...diffWithin({ action: 'write', subject, source }, who, write, [
          isWritable(then, base, who),
          isWritable(now, head, who),
        ]),
      ]
    })
  })
}

/** What a field's rule adds to that of its collection: `reaches` are those of the collection, before and after. */
function diffWithin(
  target: Target,
  who: string,
  reaches: readonly (readonly [Reach, Reach])[],
  [was, is]: readonly [boolean, boolean],
): AccessChange[] {
  if (was === is) return []
  // The widest of what there is before and after: a field may be written in a create or in an update.
  const widest = (index: 0 | 1): Reach => reaches.map((pair) => pair[index]).sort(byWidth)[0] ?? 'none'
  const then = was ? widest(0) : 'none'
  const now = is ? widest(1) : 'none'
  const isImplied = JSON.stringify([then, now]) === JSON.stringify([widest(0), widest(1)])
  return isImplied ? [] : diffReach(target, who, then, now)
}

function byWidth(a: Reach, b: Reach): number {
  const width = (reach: Reach) => (reach === 'all' ? 2 : reach === 'none' ? 0 : 1)
  return width(b) - width(a)
}

function isReadable(field: LockField, lock: Lock, who: string): boolean {
  return (
    field.hidden !== true && (field.read === undefined || reachOf(readRule(field.read, lock.roles), who) !== 'none')
  )
}

function isWritable(field: LockField, lock: Lock, who: string): boolean {
  const { write, readOnly } = field
  return readOnly !== true && (write === undefined || reachOf(readRule(write, lock.roles), who) !== 'none')
}

function diffRoles(base: Lock, head: Lock): AccessChange[] {
  const change = (role: string, effect: AccessChange['effect'], kind: string, message: string): AccessChange => ({
    class: effect === 'loses' ? 'breaking' : 'caution',
    kind,
    subject: role,
    message,
    source: null,
    role,
    effect,
    action: 'permission',
  })
  // Of a service that is new, the roles that every service has are no news.
  if (Object.keys(base.roles).length === 0) return []
  return [...new Set([...Object.keys(base.roles), ...Object.keys(head.roles)])].sort().flatMap((role) => {
    const before = base.roles[role]
    const after = head.roles[role]
    if (!after) return [change(role, 'loses', 'role-removed', `the role ${role} is gone`)]
    if (!before) {
      const holding = after.length > 0 ? ` with ${after.join(', ')}` : ' without permissions'
      return [change(role, 'gains', 'role-added', `the role ${role} is new,${holding}`)]
    }
    const gained = after.filter((permission) => !before.includes(permission))
    const lost = before.filter((permission) => !after.includes(permission))
    return [
      ...gained.map((name) => change(role, 'gains', 'permission-gained', `${role} gains the permission ${name}`)),
      ...lost.map((name) => change(role, 'loses', 'permission-lost', `${role} loses the permission ${name}`)),
    ]
  })
}

/** Routes of plugins that were there before; those of collections go by their collection's rules. */
function diffRoutes(base: Lock, head: Lock, sources: Sources): AccessChange[] {
  return Object.entries(head.routes).flatMap(([key, route]) => {
    const before = base.routes[key]
    if (!before || route.plugin === undefined || before.plugin === undefined) return []
    const [path = key, method = ''] = key.split(' ')
    const target = { action: method, subject: path, source: sources.of(route.plugin) }
    return diffRule(
      target,
      readRule(before.access, base.roles),
      readRule(route.access, head.roles),
      principals(base, head),
    )
  })
}
