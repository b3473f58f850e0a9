import { inArray } from 'drizzle-orm'
import { type RequestContext, users } from 'lintel/kit'
import * as z from 'zod'

/** An account as colleagues see it: never its email. */
export const person = z
  .strictObject({
    id: z.string(),
    name: z.string().nullable().meta({ description: 'null: the account was deleted.' }),
    username: z.string().nullable(),
  })
  .meta({ id: 'Colleague' })
export type Person = Readonly<z.output<typeof person>>

/** Columns of which a person is made. */
export const PERSON = {
  id: users.id,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
} as const

export interface PersonRow {
  readonly id: string
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
}

export function personOf({ id, username, firstName, lastName }: PersonRow): Person {
  const full = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ')
  return { id, name: full || username, username }
}

/** Ids that one statement asks for (D1 binds 100 values). */
const TOGETHER = 90

/** People by their ids; of an account that is gone only the id is known. */
export async function peopleById(c: RequestContext, ids: Iterable<string>): Promise<(id: string) => Person> {
  const wanted = [...new Set(ids)]
  const parts = Array.from({ length: Math.ceil(wanted.length / TOGETHER) }, (_, part) =>
    c.var.db
      .select(PERSON)
      .from(users)
      .where(inArray(users.id, wanted.slice(part * TOGETHER, (part + 1) * TOGETHER))),
  )
  const known = new Map((await Promise.all(parts)).flat().map((row) => [row.id, personOf(row)]))
  return (id) => known.get(id) ?? { id, name: null, username: null }
}

/** The first letters of a name, at most two. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
