import type { Condition } from '../../ground/access.ts'
import { isSameCode } from '../lock/code-hash.ts'
import { covers, describeCondition, describeRule, type Reach, type Rule, reachOf } from '../lock/reach.ts'
import type { AccessChange, ChangeClass } from './change.ts'
import { isSame } from './compare-facts.ts'

/** Subject and action of a rule. */
export interface Target {
  readonly action: string
  readonly subject: string
  readonly source: string | null
  /** Returns the class of a change that grants access to somebody. Default: `opens`. */
  readonly gain?: (who: string) => ChangeClass
}

/** Returns who gains and loses access when a rule is replaced. */
export function diffRule(target: Target, then: Rule, now: Rule, who: readonly string[]): AccessChange[] {
  if (then.kind === 'function' || now.kind === 'function') return diffFunction(target, then, now)
  return [
    ...who.flatMap((role) => diffReach(target, role, reachOf(then, role), reachOf(now, role))),
    ...diffBasis(target, then, now),
  ]
}

/**
 * Compares rules, at least one of which is a function. The results of a function are unknown, so the change may give
 * access to anybody.
 */
function diffFunction({ action, subject, source }: Target, then: Rule, now: Rule): AccessChange[] {
  const change = (message: string): AccessChange[] => [
    { class: 'opens', kind: 'access-function', subject, message, source, role: null, effect: 'changes', action },
  ]
  if (now.kind !== 'function')
    return change(
      `the access rule for ${action} on ${subject} is no longer a function, and now admits ${describeRule(now)}`,
    )
  if (then.kind !== 'function')
    return change(
      `the access rule for ${action} on ${subject} is now a function; it previously admitted ${describeRule(then)}`,
    )
  return isSameCode(then.hash, now.hash) ? [] : change(`the access function for ${action} on ${subject} has changed`)
}

/**
 * Compares the permissions that rules require. The permission also has to be in the scopes of an API token, so a rule
 * with another permission admits other tokens.
 */
function diffBasis({ action, subject, source }: Target, then: Rule, now: Rule): AccessChange[] {
  if (then.kind !== 'grants' || now.kind !== 'grants' || then.permission === now.permission) return []
  // Who may read versions follows from who may read and edit, which is reported elsewhere.
  if (action === READ_VERSIONS) return []
  const basis = (rule: typeof then) => (rule.permission === null ? 'roles' : `the permission ${rule.permission}`)
  const message = `the access rule for ${action} on ${subject} now checks ${basis(now)}, no longer ${basis(then)}`
  const grade = now.permission === null ? 'breaking' : 'opens'
  return [{ class: grade, kind: 'access-basis', subject, message, source, role: null, effect: 'changes', action }]
}

export const READ_VERSIONS = 'read versions'

/** Returns what one caller gains and loses. Documents that another condition covers are not lost. */
export function diffReach(target: Target, role: string, then: Reach, now: Reach): AccessChange[] {
  if (then === 'none' && now === 'none') return []
  if (then === 'none') return [gains(target, role, now)]
  if (now === 'none') return [loses(target, role, then)]
  if (now === 'all')
    return then === 'all' ? [] : [gains(target, role, now, ` without any condition, ${noLonger(then)}`)]
  if (then === 'all') return [loses(target, role, then, ` except where ${inWords(now)}`)]
  const added = now.filter((condition) => !covers(then, condition))
  const removed = then.filter((condition) => !covers(now, condition))
  // A condition that became wider replaces the narrower one, which nobody loses.
  const widened = then.filter(
    (condition) => !removed.includes(condition) && !now.some((other) => isSame(other, condition)),
  )
  const suffix = widened.length > 0 ? ` where ${inWords(added)}, ${noLonger(widened)}` : undefined
  return [
    ...(removed.length > 0 ? [loses(target, role, removed)] : []),
    ...(added.length > 0 ? [gains(target, role, added, suffix)] : []),
  ]
}

function noLonger(conditions: readonly Condition[]): string {
  return `no longer only where ${inWords(conditions)}`
}

function inWords(conditions: readonly Condition[]): string {
  return conditions.map(describeCondition).join(', or ')
}

function gains(target: Target, role: string, reach: Reach, suffix?: string): AccessChange {
  return change(target, role, 'gains', reach, suffix)
}

function loses(target: Target, role: string, reach: Reach, suffix?: string): AccessChange {
  return change(target, role, 'loses', reach, suffix)
}

/** Describes a change: `viewer gains read on orders where status is draft`. */
export function describeAccess(who: string, effect: string, action: string, subject: string, limit: string): string {
  return `${who} ${effect} ${action} on ${subject}${limit}`
}

function change(target: Target, role: string, effect: 'gains' | 'loses', reach: Reach, suffix?: string): AccessChange {
  const { action, subject, source, gain = () => 'opens' } = target
  const limit = suffix ?? (typeof reach === 'string' ? '' : ` where ${inWords(reach)}`)
  return {
    class: effect === 'gains' ? gain(role) : 'breaking',
    kind: effect === 'gains' ? 'access-gained' : 'access-lost',
    subject,
    message: describeAccess(role, effect, action, subject, limit),
    source,
    role,
    effect,
    action,
    ...(limit === '' ? {} : { limit }),
    ...(typeof reach === 'string' ? {} : { where: reach }),
  }
}
