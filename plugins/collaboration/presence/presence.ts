import { decisionFor, HttpError, type RequestContext, runStatements, t } from 'lintel/kit'
import { collectionToJoin, type DocumentAddress, noDocument, requireCaller } from '../document.ts'
import { type Person, personOf } from '../people.ts'

/** Interval at which a visible page reports that it is open, in seconds; passed to the page's script. */
export const BEAT = 20

/**
 * Time after the last report until a person counts as gone, in milliseconds: more than four intervals, since some
 * reports may get lost.
 */
const LIFETIME = 90_000

/** Maximum number of people that a document shows. */
const SHOWN = 20

/** A person who has a document's form open. */
export interface PersonHere {
  readonly person: Person
  /** Time at which this person began to edit, ISO 8601; `null` if this person does not edit. */
  readonly editingSince: string | null
}

export interface Presence extends DocumentAddress {
  /** Everybody else, starting with the person who edits. */
  readonly others: readonly PersonHere[]
  /** True while the caller is the person who edits. */
  readonly isEditing: boolean
  /** True after somebody else has taken over from the caller and still edits. */
  readonly isTakenOver: boolean
}

/**
 * Returns the people who have a document open. Changes nothing: a person who only loads the page is not included yet.
 */
export async function readPresence(c: RequestContext, address: DocumentAddress): Promise<Presence> {
  const [rows = []] = await runStatements(c, [peopleIn(address.document, Date.now())])
  return presenceOf(address, requireCaller(c).id, rows as unknown as HereRow[]) // the columns that PEOPLE selects
}

/**
 * Records that the caller has a document open. Among the people who may change documents of the collection, the one who
 * opens the document first, or who remains when others leave, becomes the person who edits. This happens in one SQL
 * statement, so that only one of two simultaneous callers becomes that person.
 * @throws HttpError `not_found`
 */
export async function join(c: RequestContext, address: DocumentAddress): Promise<Presence> {
  const collection = await collectionToJoin(c, address)
  return beat(c, address, decisionFor(c, collection.access.update) !== false, [])
}

/**
 * Makes the caller the person who edits. The person who edited before learns this from the response to their next
 * report.
 * @throws HttpError `not_found`, `forbidden` for somebody who may not change any document of the collection
 */
export async function takeOver(c: RequestContext, address: DocumentAddress): Promise<Presence> {
  const collection = await collectionToJoin(c, address)
  if (decisionFor(c, collection.access.update) === false) {
    throw new HttpError('forbidden', t('You may read this document, but not change it.'))
  }
  return beat(c, address, true, [{ sql: TAKE_OVER, values: [address.document, requireCaller(c).id] }])
}

/** Records that the caller has left a document. */
export async function leave(c: RequestContext, { document }: DocumentAddress): Promise<void> {
  await runStatements(c, [{ sql: LEAVE, values: [document, requireCaller(c).id] }])
}

/** Deletes the rows of people whose pages have stopped reporting; returns how many. */
export async function sweepPresence(c: RequestContext, now: number): Promise<number> {
  const [rows = []] = await runStatements(c, [{ sql: SWEEP, values: [now - LIFETIME] }])
  return rows.length
}

async function beat(
  c: RequestContext,
  { collection, document }: DocumentAddress,
  mayEdit: boolean,
  before: Parameters<typeof runStatements>[1],
): Promise<Presence> {
  const { id } = requireCaller(c)
  const now = Date.now()
  const values = [document, id, collection, now, mayEdit ? 1 : 0, now - LIFETIME]
  const results = await runStatements(c, [...before, { sql: BEAT_HERE, values }, peopleIn(document, now)])
  const [written = [], people = []] = results.slice(before.length)
  if (written.length === 0) throw noDocument()
  return presenceOf({ collection, document }, id, people as unknown as HereRow[]) // the columns that PEOPLE selects
}

interface HereRow {
  readonly id: string
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly editingSince: number | null
  readonly takenOverBy: string | null
}

function presenceOf(address: DocumentAddress, caller: string, rows: readonly HereRow[]): Presence {
  const callerRow = rows.find(({ id }) => id === caller)
  const others = rows.filter(({ id }) => id !== caller)
  const [first] = others
  return {
    ...address,
    others: others.map((row) => ({
      person: personOf(row.id, row),
      editingSince: row.editingSince === null ? null : new Date(row.editingSince).toISOString(),
    })),
    isEditing: callerRow !== undefined && callerRow.editingSince !== null,
    isTakenOver: first !== undefined && first.editingSince !== null && callerRow?.takenOverBy === first.id,
  }
}

function peopleIn(document: string, now: number) {
  return { sql: PEOPLE, values: [document, now - LIFETIME, SHOWN] }
}

/** ?1: document, ?2: time after which people must have reported to count as present, ?3: maximum number of people. */
const PEOPLE = `SELECT "here"."user_id" AS "id", "username", "first_name" AS "firstName", "last_name" AS "lastName",
"editing_since" AS "editingSince", "taken_over_by" AS "takenOverBy"
FROM "collaboration_presence" AS "here" JOIN "users" ON "users"."id" = "here"."user_id"
WHERE "document_id" = ?1 AND "seen_at" > ?2 ORDER BY "editing_since" IS NULL, "username" LIMIT ?3`

/**
 * ?1: document, ?2: person, ?3: collection, ?4: now, ?5: 1 for somebody who may edit, ?6: time after which others must
 * have reported to count as present. Writes nothing if the document does not exist.
 */
const BEAT_HERE = `INSERT INTO "collaboration_presence" ("document_id", "user_id", "collection_id", "seen_at", "editing_since")
SELECT ?1, ?2, ?3, ?4, CASE WHEN ?5 = 0 OR EXISTS (
  SELECT 1 FROM "collaboration_presence"
  WHERE "document_id" = ?1 AND "user_id" <> ?2 AND "editing_since" IS NOT NULL AND "seen_at" > ?6
) THEN NULL ELSE ?4 END
FROM "content" WHERE "id" = ?1 AND "collection_id" = ?3
ON CONFLICT ("document_id", "user_id") DO UPDATE SET
  "collection_id" = "excluded"."collection_id",
  "seen_at" = "excluded"."seen_at",
  "editing_since" = CASE
    WHEN "excluded"."editing_since" IS NULL OR "seen_at" <= ?6 THEN "excluded"."editing_since"
    ELSE coalesce("editing_since", "excluded"."editing_since")
  END,
  "taken_over_by" = CASE WHEN "excluded"."editing_since" IS NULL THEN "taken_over_by" END
RETURNING "user_id"`

/** ?1: document, ?2: person who takes over. */
const TAKE_OVER = `UPDATE "collaboration_presence" SET "editing_since" = NULL, "taken_over_by" = ?2
WHERE "document_id" = ?1 AND "user_id" <> ?2 AND "editing_since" IS NOT NULL`

const LEAVE = 'DELETE FROM "collaboration_presence" WHERE "document_id" = ?1 AND "user_id" = ?2'

const SWEEP = 'DELETE FROM "collaboration_presence" WHERE "seen_at" <= ?1 RETURNING "user_id"'
