import { identityOf } from '../identity.ts'
import { createRandom } from '../random.ts'
import { FIRST_NAMES, LAST_NAMES } from '../values/vocabulary.ts'

/** Somebody who does not exist. */
export interface Person {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly firstName: string
  readonly lastName: string
  /** At example.com, which nobody has (RFC 2606). */
  readonly email: string
  readonly username: string
  readonly role: string
}

/** The same for the same seed and position. Roles go round. */
export function personOf(seed: number, position: number, roles: readonly string[]): Person {
  const key = [seed, 'users', position]
  const random = createRandom([...key, 'person'])
  const firstName = random.pick(FIRST_NAMES)
  const lastName = random.pick(LAST_NAMES)
  const role = roles[position % Math.max(1, roles.length)] ?? 'viewer'
  // Seed and position are in the name, so that no two are the same.
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
