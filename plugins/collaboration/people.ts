import { eq } from 'drizzle-orm'
import { type RequestContext, users } from 'lintel/kit'
import * as z from 'zod'

/** An account as colleagues see it, without its email address. */
export const person = z
  .strictObject({
    id: z.string(),
    name: z.string().nullable().meta({ description: '`null` if the account was deleted.' }),
    username: z.string().nullable(),
  })
  .meta({ id: 'Colleague' })
export type Person = Readonly<z.output<typeof person>>

/** Columns of an account that form its name. */
export const NAME = {
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
} as const

interface NameRow {
  readonly username: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

/**
 * Returns an account as colleagues see it.
 * @param name names of the account; all of them are `null` if the account no longer exists
 */
export function personOf(id: string, { username, firstName, lastName }: NameRow): Person {
  const full = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ')
  return { id, name: full || username, username }
}

/** Reads the name of an account; `null` if the account no longer exists. */
export async function nameOf(c: RequestContext, id: string): Promise<string | null> {
  const [row] = await c.var.db.select(NAME).from(users).where(eq(users.id, id))
  return row === undefined ? null : personOf(id, row).name
}

/** Returns the initials of a name, at most two. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
