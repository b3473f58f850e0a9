import { isMadeSlug, isSlug, slugOf } from '../../../fields/slug/slug.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { isVariant } from '../../../ground/variants.ts'
import { batch, DatabaseError, query, type Row, type Statement } from '../../database/database.ts'
import type { CollectionPlan, FieldPlan } from '../document/plan.ts'
import type { Document, DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import { explainRefusal, isDangling, takenField } from './refusals.ts'

/**
 * Returns the values of a document with a slug generated for each slug field that is empty and has a source field. If
 * the source is empty in a locale, no slug is generated in that locale unless the slug is required: the slug of the
 * fallback leads to the same page.
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

/** Tells whether a document has no source for a slug in a locale, so that the slug of the fallback is used. */
function isUntranslated({ name, required, options }: FieldPlan['field'], document: Document): boolean {
  const source = document[options.from ?? ''] ?? null
  return isVariant(name) && !required && (source === null || source === '')
}

/** Maximum number of times that writing a row is repeated. */
const MAX_TRIES = 8

/**
 * Writes a row with generated slugs. If one of the slugs is taken, tries another one. Repeats the write if the target
 * of a reference was missing and has been restored. Any other refusal of the database, such as for another value that
 * is taken, becomes an error for the caller.
 * @param before the document that is replaced
 * @param write stores the given row; called again with the next slug
 * @throws HttpError `conflict`, `validation_failed`; DatabaseError for errors that the document did not cause
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
        const explained = await explainRefusal(call, error, before, current)
        // If no target is missing anymore, one was restored in the meantime.
        if (explained === error && isDangling(error) && attempt <= MAX_TRIES) continue
        throw explained
      }
      const { name } = taken.field
      current = { ...current, [name]: await nextSlug(call, taken, String(row[name]), attempt) }
    }
  }
}

/**
 * Number of attempts in which a taken slug gets a number. After these it gets a random ending, because many documents
 * with the same title may be created at the same time.
 */
const NUMBERED_TRIES = 3

/**
 * Returns a row whose generated slugs are free, as far as one query can tell: a slug that is taken gets a number. If a
 * slug is taken after the query, the database refuses the write.
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

/** Returns the changed slug fields whose slug equals the generated one, with or without a number. */
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
      const text = String(changed[name])
      return slug !== '' && (text === slug || (text.startsWith(base) && /^-\d+$/.test(text.slice(base.length))))
    }),
  )
  return among.filter((_, index) => asMade[index])
}

/** Maximum length of what is appended to a slug, in characters. */
const ENDING = 12

/**
 * Returns another slug in place of one that is taken: with the next number, `hello-2`, or after `NUMBERED_TRIES`
 * attempts with a random ending.
 * @param first the generated slug
 * @param attempt number of the attempt, starting at 1
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

/** Returns the slug to which a number is appended, shortened to leave room for it. */
export function slugBase({ field }: FieldPlan, first: string): string {
  return first.slice(0, (field.options.max ?? 200) - ENDING).replace(/-+$/, '')
}

/**
 * Composes the statement that selects, for each slug in `bases` and in their order, the highest number that was
 * appended to the slug, as `last`; NULL if there is none.
 */
export function lastNumbers(
  { collection: { table } }: CollectionPlan,
  { field }: FieldPlan,
  bases: readonly string[],
): Statement {
  const column = `"${table}".[${field.column}]`
  const number = `substr(${column}, length("given"."value") + 2)`
  // All slugs that continue with a hyphen sort between `base-` and `base.`: in ASCII, the period follows the hyphen.
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
