import { isMadeSlug, isSlug, slugOf } from '../../../fields/slug/slug.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { isVariant } from '../../../ground/variants.ts'
import { batch, DatabaseError, query, type Row, type Statement } from '../../database/database.ts'
import type { CollectionPlan, FieldPlan } from '../document/plan.ts'
import type { Document, DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import { explainRefusal, takenField } from './refusals.ts'

/**
 * The values of a document with a slug made for each slug field that has none and a field to make it from. In a locale in
 * which that field is empty there is none: the slug that stands in leads to the same page.
 */
export async function withSlugs(
  call: Call,
  document: Document,
  id: string,
): Promise<{ document: Document; made: readonly FieldPlan[] }> {
  const made = call.plan.stored.filter(
    ({ field }) => isMadeSlug(field) && document[field.name] === null && !isUntranslated(field, document),
  )
  if (made.length === 0) return { document, made }
  const slugs = await Promise.all(
    made.map(async ({ field }) => {
      const source = document[field.options.from]
      const text = source === null || typeof source === 'object' ? '' : String(source)
      return [field.name, (await slugOf(text, field.options.max)) || id.slice(-12)] as const
    }),
  )
  return { document: { ...document, ...Object.fromEntries(slugs) }, made }
}

/** Tells whether a document has nothing in a locale to make a slug from: that of its fallback stands in. */
function isUntranslated({ name, required, options }: FieldPlan['field'], document: Document): boolean {
  const source = document[options.from ?? ''] ?? null
  return isVariant(name) && !required && (source === null || source === '')
}

/** Tries at a slug that nobody has. */
const MAX_TRIES = 8

/**
 * Writes a row whose slugs were made: where one of them is taken, with another. Everything else that is taken, and every
 * other refusal, is explained.
 * @param before the document that it is stored over
 * @param write stores the row it is given; called again with the next slug
 * @throws HttpError `conflict`, `validation_failed`; DatabaseError for what is no fault of the document
 */
export async function writeWithSlugs<Result>(
  call: Call,
  row: DocumentRow,
  made: readonly FieldPlan[],
  before: DocumentRow | null,
  write: (row: DocumentRow) => Promise<Result>,
): Promise<Result> {
  let current = row
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write(current)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      const taken = takenField(call, error)
      if (taken === null || !made.includes(taken) || attempt > MAX_TRIES) {
        throw await explainRefusal(call, error, before, current)
      }
      const { name } = taken.field
      current = { ...current, [name]: await nextSlug(call, taken, String(row[name]), attempt) }
    }
  }
}

/** Tries at a number before a slug gets a random ending: many documents of one title may be created at once. */
const NUMBERED_TRIES = 3

/**
 * A row whose made slugs nobody else has, as far as one question can tell: those that are taken get a number. What is
 * taken meanwhile is for the database to say.
 */
export async function freeSlugs(
  { plan, runtime }: Numbering,
  row: DocumentRow,
  made: readonly FieldPlan[],
): Promise<DocumentRow> {
  if (made.length === 0) return row
  const { table } = plan.collection
  const statements = made.flatMap((one) => [
    {
      sql: `SELECT 1 FROM "${table}" WHERE "${one.field.column}" = ?1 AND "id" <> ?2 LIMIT 1`,
      values: [row[one.field.name] ?? null, row.id],
    },
    lastNumbers(plan, one, [slugBase(one, String(row[one.field.name]))]),
  ])
  const found = await batch(runtime.database, statements)
  const numbered = made.flatMap((one, index) => {
    if (!one.field.unique || found[2 * index]?.length === 0) return []
    const base = slugBase(one, String(row[one.field.name]))
    return [[one.field.name, numberedSlug(base, found[2 * index + 1]?.[0])] as const]
  })
  return { ...row, ...Object.fromEntries(numbered) }
}

type Numbering = Pick<Call, 'plan' | 'runtime'>

/** Slug fields of pending changes whose slug reads as it is made, with a number or without. */
export async function madeAmong(
  plan: CollectionPlan,
  changed: Document,
  document: Document,
): Promise<readonly FieldPlan[]> {
  const among = plan.stored.filter(({ field }) => isSlug(field) && typeof changed[field.name] === 'string')
  const asMade = await Promise.all(
    among.map(async (one) => {
      const { name, options } = one.field
      const slug = await slugOf(String(document[options.from ?? ''] ?? ''), options.max)
      const base = slugBase(one, slug)
      const given = String(changed[name])
      return slug !== '' && (given === slug || (given.startsWith(base) && /^-\d+$/.test(given.slice(base.length))))
    }),
  )
  return among.filter((_, index) => asMade[index])
}

/** Longest ending that is ever added. */
const ENDING = 12

/**
 * Another slug in place of one that is taken: with the next number, `hello-2`.
 * @param first the slug as it was made; attempts count from 1
 */
async function nextSlug(call: Call, plan: FieldPlan, first: string, attempt: number): Promise<string> {
  const base = slugBase(plan, first)
  if (attempt > NUMBERED_TRIES) return `${base}-${crypto.randomUUID().slice(0, ENDING - 1)}`.replace(/-+$/, '')
  const { sql, values } = lastNumbers(call.plan, plan, [base])
  const [row] = await query(call.runtime.database, sql, values)
  return numberedSlug(base, row)
}

function numberedSlug(base: string, last: Row | undefined): string {
  return `${base}-${Math.max(Number(last?.last ?? 0), 1) + 1}`
}

/** Slug that a number is appended to: shortened to leave room for it. */
export function slugBase({ field }: FieldPlan, first: string): string {
  return first.slice(0, (field.options.max ?? 200) - ENDING).replace(/-+$/, '')
}

/** Asks for the highest number that was added to each of these, as `last`, in their order; null where there is none. */
export function lastNumbers(
  { collection: { table } }: CollectionPlan,
  { field }: FieldPlan,
  bases: readonly string[],
): Statement {
  const column = `"${table}".[${field.column}]`
  const number = `substr(${column}, length("given"."value") + 2)`
  // Every slug that goes on with a hyphen lies between `base-` and `base.`, the character after the hyphen.
  const among = `${column} >= "given"."value" || '-' AND ${column} < "given"."value" || '.'`
  return {
    sql: sqlText`
      SELECT (SELECT max(CAST(${number} AS INTEGER))
        FROM "${table}"
        WHERE ${among}
        AND ${number} NOT GLOB '*[^0-9]*') AS "last"
      FROM json_each(?1) AS "given"
      ORDER BY "given"."key"
    `,
    values: [JSON.stringify(bases)],
  }
}
