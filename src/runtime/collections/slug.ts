import { slugify } from '../../config/fields/slug.ts'
import { query } from '../database.ts'
import type { Call } from './call.ts'
import type { FieldPlan } from './plan.ts'
import type { Document } from './row.ts'

/** The values of a document with a slug made for each slug field that has none and a field to make it from. */
export function withSlugs(
  call: Call,
  document: Document,
  id: string,
): { document: Document; made: readonly FieldPlan[] } {
  const made = call.plan.stored.filter(
    ({ field }) => field.kind === 'slug' && field.options.from !== undefined && document[field.name] === null,
  )
  if (made.length === 0) return { document, made }
  const slugs = made.map(({ field }) => {
    const source = document[field.options.from]
    const text = source === null || typeof source === 'object' ? '' : String(source)
    return [field.name, slugify(text, field.options.max) || id.slice(-12)] as const
  })
  return { document: { ...document, ...Object.fromEntries(slugs) }, made }
}

/** Tries at a number before a slug gets a random ending: many documents of one title may be created at once. */
const NUMBERED_TRIES = 3

/** Longest ending that is ever added. */
const ENDING = 12

/**
 * Another slug in place of one that is taken: with the next number, `hello-2`.
 * @param first the slug as it was made; attempts count from 1
 */
export async function nextSlug(call: Call, { field }: FieldPlan, first: string, attempt: number): Promise<string> {
  const base = first.slice(0, (field.options.max ?? 200) - ENDING).replace(/-+$/, '')
  if (attempt > NUMBERED_TRIES) return `${base}-${crypto.randomUUID().slice(0, ENDING - 1)}`.replace(/-+$/, '')
  const column = `"${field.column}"`
  const [row] = await query(
    call.runtime.env.DB,
    `SELECT max(CAST(substr(${column}, ?3) AS INTEGER)) AS "last" FROM "${call.plan.collection.table}" WHERE ${column} >= ?1 AND ${column} < ?2 AND substr(${column}, ?3) NOT GLOB '*[^0-9]*'`,
    // Every slug that goes on with a hyphen lies between `base-` and `base.`, the character after the hyphen.
    [`${base}-`, `${base}.`, base.length + 2],
  )
  return `${base}-${Math.max(Number(row?.last ?? 0), 1) + 1}`
}
