import { and, eq, inArray, sql } from 'drizzle-orm'
import { type ManifestCollection, type RequestContext, readsEvery, users } from 'lintel/kit'
import { NAME, type Person, personOf } from '../people.ts'
import { writingRoles } from '../writers.ts'
import { fieldOf } from './shown-field.ts'

/** Maximum number of people whom one comment mentions. */
const MOST = 10

/** Maximum number of people who are suggested for the beginning of a name. */
const SUGGESTED = 8

/** Matches `@` and a username at the beginning of a word; a full stop at its end belongs to the sentence. */
const MENTION = /(?<![\p{L}\p{N}@._-])@([^\s@,;:!?()[\]"'<>]{1,64})/gu

/** A person who may be mentioned, with the properties that an email to them needs. */
export interface Colleague extends Person {
  readonly email: string
  readonly role: string
}

/** Splits a comment's text into the usernames that it mentions and the text between them. */
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

/**
 * Returns the colleagues whom a comment on a field mentions, at most ten. A name is not a mention if no colleague has
 * it, or if that colleague may not read the field in every document.
 */
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

/**
 * Returns colleagues whose username, first or last name begins with the given characters, and who may read every
 * document of a collection, sorted by username.
 */
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

/** Condition for accounts that can be mentioned: those that may open the form of a document. */
function isColleague(c: RequestContext) {
  return and(inArray(users.role, writingRoles(c)), eq(users.isActive, true))
}
