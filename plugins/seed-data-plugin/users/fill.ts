import { type RequestContext, runStatements, sqlText } from 'lintel/kit'
import { recordStatement } from '../records.ts'
import { type Person, personOf } from './people.ts'

export interface Accounts {
  readonly seed: number
  readonly positions: readonly number[]
  readonly roles: readonly string[]
  /** Hash of the password; `null` to let nobody sign in with a password. */
  readonly passwordHash: string | null
}

/**
 * Creates accounts, with their records. Existing accounts are skipped.
 * @returns ids of the accounts that were created
 */
export async function fillUsers(
  c: RequestContext,
  { seed, positions, roles, passwordHash }: Accounts,
): Promise<readonly string[]> {
  const people = positions.map((position) => personOf(seed, position, roles))
  const ids = JSON.stringify(people.map(({ id }) => id))
  const records = people.map(
    ({ id }, index) => ({ kind: 'users', id, collection: 'users', seed, position: positions[index] ?? 0 }) as const,
  )
  const rows = JSON.stringify(people.map((person) => valuesOf(person, passwordHash)))
  const [made = []] = await runStatements(c, [
    { sql: INSERT, values: [rows] },
    recordStatement(records),
    { sql: FORGET, values: [ids] },
  ])
  return made.map(({ id }) => String(id))
}

function valuesOf(person: Person, passwordHash: string | null): readonly (string | number | null)[] {
  const { id, email, username, firstName, lastName, role, createdAt } = person
  return [id, email, username, firstName, lastName, passwordHash, role, createdAt]
}

const INSERT = `INSERT OR IGNORE INTO "users" ("id", "email", "username", "first_name", "last_name", "password_hash", "role", "is_active", "email_verified", "second_factor", "created_at", "updated_at")
SELECT "value"->>0, "value"->>1, "value"->>2, "value"->>3, "value"->>4, "value"->>5, "value"->>6, 1, 1, 0, "value"->>7, "value"->>7 FROM json_each(?1) WHERE true RETURNING "id"`

/** Deletes the records of sample accounts that were not created because another account already has their name. */
const FORGET = sqlText`
  DELETE FROM "seed_records"
  WHERE "kind" = 'users' AND "id" IN (SELECT "value" FROM json_each(?1))
  AND "id" NOT IN (SELECT "id" FROM "users")
`
