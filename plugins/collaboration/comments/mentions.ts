import { and, eq, inArray, sql } from 'drizzle-orm'
import { type ManifestCollection, type RequestContext, readsEvery, users } from 'lintel/kit'
import { NAME, type Person, personOf } from '../people.ts'
import { writingRoles } from '../writers.ts'
import { fieldOf } from './shown-field.ts'

/** People whom one comment mentions at most. */
const MOST = 10

/** People that are suggested for the beginning of a name, at most. */
const SUGGESTED = 8

/** `@` and a username, at the beginning of a word; a full stop at its end belongs to the sentence. */
const MENTION = /(?<![\p{L}\p{N}@._-])@([^\s@,;:!?()[\]"'<>]{1,64})/gu

/** Somebody who may be mentioned, with what a mail to them needs. */
export interface Colleague extends Person {
  readonly email: string
  readonly role: string
}

/** Parts of a text: usernames that it mentions, and everything in between. */
export function partsOf(text: string): readonly { readonly text: string; readonly username: string | null }[] {
  const parts: { text: string; username: string | null }[] = []
  let end = 0
  for (const { 1: name = '', index } of text.matchAll(MENTION)) {
    const username = name.replace(/\.+$/, '')
    if (username === '') continue
    parts.push({ text: text.slice(end, index), username: null }, { text: `@${username}`, username })
    end = index + 1 + username.length
  }
  return [...parts, { text: text.slice(end), username: null }].filter((part) => part.text !== '')
}

/** Colleagues whom a comment on a field names. A name that nobody has, or whose owner may not read this, stays text. */
export async function mentionedIn(
  c: RequestContext,
  text: string,
  collection: ManifestCollection,
  field: string | null,
): Promise<readonly Colleague[]> {
  const names = new Set(partsOf(text).flatMap(({ username }) => (username === null ? [] : [username.toLowerCase()])))
  if (names.size === 0) return []
  const rows = await c.var.db
    .select({ id: users.id, ...NAME, email: users.email, role: users.role })
    .from(users)
    .where(and(isColleague(c), inArray(sql`lower(${users.username})`, [...names].slice(0, MOST))))
  return rows
    .filter((row) => readsEvery(c, collection, fieldOf(collection, field), row))
    .map((row) => ({ ...personOf(row.id, row), email: row.email, role: row.role }))
}

/** Colleagues whose name begins so, and who may read the documents of a collection; by username. */
export async function suggestPeople(
  c: RequestContext,
  collection: ManifestCollection,
  beginning: string,
): Promise<readonly Person[]> {
  const begins = (text: unknown) => sql`substr(lower(${text}), 1, length(${beginning})) = lower(${beginning})`
  const rows = await c.var.db
    .select({ id: users.id, ...NAME, email: users.email, role: users.role })
    .from(users)
    .where(
      and(isColleague(c), sql`(${begins(users.username)} OR ${begins(users.firstName)} OR ${begins(users.lastName)})`),
    )
    .orderBy(users.username)
    .limit(SUGGESTED)
  return rows.filter((row) => readsEvery(c, collection, null, row)).map((row) => personOf(row.id, row))
}

/** Only who opens the form of a document can be mentioned. */
function isColleague(c: RequestContext) {
  return and(inArray(users.role, writingRoles(c)), eq(users.isActive, true))
}
