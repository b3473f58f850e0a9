import type { Condition } from '../../ground/access.ts'
import { isPlainObject } from '../plain-object.ts'
import type { LockCollection } from './read-lock.ts'

/** New names of fields and of their choices, as `kind` and `kind=news`. */
type Names = ReadonlyMap<string, string>

type Options = Pick<LockCollection, 'access' | 'fields'>

/**
 * Returns the rules of a collection with the new names of the fields and choices in their conditions. If names are
 * swapped, a rule that stays the same covers other documents. A condition is omitted if other documents get its choice
 * as well: no condition describes the documents that had it before.
 */
export function renameConditions({ access, fields }: Options, names: Names): LockCollection['access'] {
  const entries = Object.entries(access).map(([action, fact]) => [action, renameIn(fact, fields, names)])
  return Object.fromEntries(entries)
}

function renameIn(fact: unknown, fields: LockCollection['fields'], names: Names): unknown {
  if (Array.isArray(fact)) return grantsIn(fact, fields, names).kept
  if (!isPlainObject(fact) || !('permission' in fact)) return fact
  const limited = grantsIn(listOf(fact.limited), fields, names)
  const lost = limited.left.map(({ role }) => role)
  return {
    ...fact,
    limited: limited.kept,
    except: [...listOf(fact.except), ...lost],
    besides: grantsIn(listOf(fact.besides), fields, names).kept,
  }
}

interface Limited {
  readonly role: string
  readonly where: Condition
}

/** Renames the conditions of grants. `left` are the grants that are omitted. */
function grantsIn(grants: readonly unknown[], fields: LockCollection['fields'], names: Names) {
  const limited = grants.filter(isLimited)
  const renamed = grants.map((grant) => {
    if (!isLimited(grant)) return grant
    const isMet = (where: Condition) =>
      limited.some((other) => other.role === grant.role && isSameCondition(other.where, where))
    const where = renameCondition(grant.where, isMet, fields, names)
    return where === null ? null : { ...grant, where }
  })
  return {
    kept: renamed.filter((grant) => grant !== null),
    left: grants.filter((grant, index): grant is Limited => isLimited(grant) && renamed[index] === null),
  }
}

function renameCondition(
  where: Condition,
  isMet: (where: Condition) => boolean,
  fields: LockCollection['fields'],
  names: Names,
): Condition | null {
  const parts = Object.entries(where).map(([field, value]) => {
    const sources = sourcesOf(field, value, fields, names)
    const isWidened = sources.some((source) => !isMet({ ...where, [field]: source }))
    return isWidened ? null : ([names.get(field) ?? field, becomes(field, value, names)] as const)
  })
  return parts.includes(null) ? null : Object.fromEntries(parts.filter((part) => part !== null))
}

/** Returns the choices that become the same one as `value`; `null` if the field is emptied. */
function sourcesOf(field: string, value: unknown, fields: LockCollection['fields'], names: Names) {
  if (typeof value !== 'string') return []
  const target = becomes(field, value, names)
  const options = listOf(fields[field]?.options).filter((option) => typeof option === 'string')
  const sources = options.filter((option) => becomes(field, option, names) === target)
  return target === null ? [...sources, null] : sources
}

function becomes<Value>(field: string, value: Value, names: Names): Value | string | null {
  const key = `${names.get(field) ?? field}=`
  const renamed = names.get(`${key}${value}`) ?? names.get(`${field}=${value}`)
  if (typeof value !== 'string' || renamed === undefined) return value
  const choice = renamed.slice(renamed.indexOf('=') + 1)
  return choice === EMPTIED ? null : choice
}

/** Choice under which an operation lists values that are emptied. */
const EMPTIED = 'null'

function isLimited(grant: unknown): grant is Limited {
  return isPlainObject(grant) && isPlainObject(grant.where)
}

function isSameCondition(a: Condition, b: Condition): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
