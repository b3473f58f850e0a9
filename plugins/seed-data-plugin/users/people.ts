import { identityOf } from '../identity.ts'
import { createRandom } from '../random.ts'
import { FIRST_NAMES, LAST_NAMES } from '../values/vocabulary.ts'

/** A fictitious person. */
export interface Person {
  readonly id: string
  /** Creation time in milliseconds since the epoch. */
  readonly createdAt: number
  readonly firstName: string
  readonly lastName: string
  /** Email at example.com, a domain that is reserved for examples (RFC 2606). */
  readonly email: string
  readonly username: string
  readonly role: string
}

/** Returns the person for a seed and a position, always the same. Roles are assigned in turn. */
export function personOf(seed: number, position: number, roles: readonly string[]): Person {
  const key = [seed, 'users', position]
  const random = createRandom([...key, 'person'])
  const firstName = random.pick(FIRST_NAMES)
  const lastName = random.pick(LAST_NAMES)
  const role = roles[position % Math.max(1, roles.length)] ?? 'viewer'
  // The name contains seed and position, so that no two are the same.
  const username = `${firstName}.${lastName}.${seed.toString(36)}-${position + 1}`.toLowerCase()
  return {
    ...identityOf(seed, 'users', position),
    firstName,
    lastName,
    role,
    username,
    email: `${username}@example.com`,
  }
}
