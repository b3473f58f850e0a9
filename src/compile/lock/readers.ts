import { ANONYMOUS } from '../../ground/access.ts'
import { type Reach, reachOf, readRule } from './reach.ts'
import type { Lock } from './read-lock.ts'

/**
 * Returns the roles, including anonymous callers, that may read a field in some documents, according to the rules of
 * the collection and the field.
 */
export function readersOf(lock: Lock, collection: string, field: string): ReadonlySet<string> {
  const { access, fields } = lock.collections[collection] ?? {}
  const declared = fields?.[field]
  if (access === undefined || declared?.hidden === true) return new Set()
  const read = declared?.read
  const roles = [ANONYMOUS, ...Object.keys(lock.roles)]
  const reads = (rule: unknown, role: string): Reach => reachOf(readRule(rule, lock.roles), role)
  return new Set(
    roles.filter((role) => {
      const ofField = read === undefined ? 'all' : reads(read, role)
      return reads(access.read, role) !== 'none' && ofField !== 'none'
    }),
  )
}

/** Describes the readers of a field, and says if a function of the collection decides who they are. */
export function describeReadersOf(lock: Lock, collection: string, field: string): string {
  const words = describeReaders(readersOf(lock, collection, field), lock)
  const rule = readRule(lock.collections[collection]?.access.read, lock.roles)
  if (rule.kind !== 'function' || words === 'nobody') return words
  return words === 'everybody' ? 'those whom a function admits' : `${words}, if a function admits them`
}

/** Describes readers: `everybody`, `everybody signed in`, `admin and editor`, `nobody`. */
function describeReaders(readers: ReadonlySet<string>, { roles }: Lock): string {
  if (readers.has(ANONYMOUS)) return 'everybody'
  if (readers.size === 0) return 'nobody'
  const names = [...readers].sort()
  if (names.length === Object.keys(roles).length) return 'everybody signed in'
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
