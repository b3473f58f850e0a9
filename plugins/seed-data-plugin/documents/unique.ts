import { sql } from 'drizzle-orm'
import type { Json } from 'lintel'
import { fieldTypesOf, type ManifestField } from 'lintel/kit'
import { isValid } from '../values/value.ts'
import { type Draft, type Impossible, makingOf, type Workshop } from './make.ts'
import { triesFor, varied } from './vary.ts'

export type Lost = Impossible & { readonly collection: string }

/**
 * Ensures that no two documents of a collection share a value of a unique field, including those in the database. If no
 * free value is found, an optional field becomes empty; a document that requires the field is dropped.
 * @returns the documents that can be stored
 */
export async function makeUnique(
  workshop: Workshop,
  drafts: readonly Draft[],
  lose: (lost: Lost) => void,
): Promise<Draft[]> {
  let kept = [...drafts]
  for (const name of new Set(drafts.map(({ collection }) => collection.name))) {
    const group = kept.filter((draft) => draft.collection.name === name)
    for (const field of group[0]?.collection.fields ?? []) {
      if (!field.unique || field.column === null) continue
      const lost = await settleField(workshop, group, field)
      for (const _ of lost) lose({ collection: name, reason: `${field.name}: every value is taken` })
      kept = kept.filter((draft) => !lost.has(draft))
    }
  }
  return kept
}

async function settleField(workshop: Workshop, drafts: readonly Draft[], field: ManifestField): Promise<Set<Draft>> {
  const used = new Set<string>()
  let open = drafts.filter((draft) => givenValue(draft, field) !== null)
  const tries = triesFor(field, workshop.pools)
  for (let attempt = 1; open.length > 0; attempt += 1) {
    const taken = await takenValues(workshop, field, open)
    open = open.filter((draft) => {
      const key = keyOf(field, givenValue(draft, field))
      if (!taken.has(key) && !used.has(key)) {
        used.add(key)
        return false
      }
      return true
    })
    if (attempt > tries) break
    for (const draft of open) vary(workshop, draft, field, attempt)
  }
  if (field.required) return new Set(open)
  for (const draft of open) draft.fields = { ...draft.fields, [field.name]: null }
  return new Set()
}

function vary(workshop: Workshop, draft: Draft, field: ManifestField, attempt: number): void {
  const { seed, pools } = workshop
  const making = makingOf(workshop, draft.collection.name, draft.slot, field.name)
  const value = varied(field, { making, pools, seed, attempt, value: givenValue(draft, field) })
  const types = fieldTypesOf(workshop.c)
  // If the validator refuses the value, the old one stays, and counts as taken: the next attempt uses other words.
  if (value !== null && isValid(field, value, types)) draft.fields = { ...draft.fields, [field.name]: value }
}

async function takenValues({ c }: Workshop, field: ManifestField, drafts: readonly Draft[]): Promise<Set<string>> {
  const [first] = drafts
  if (!first) return new Set()
  const column = sql.identifier(field.column ?? '')
  const table = sql.identifier(first.collection.table)
  const values = JSON.stringify(drafts.map((draft) => storedForm(field, givenValue(draft, field))))
  const rows = await c.var.db.all<{ value: string | number }>(
    sql`SELECT ${column} AS "value" FROM ${table} WHERE ${column} IN (SELECT "value" FROM json_each(${values}))`,
  )
  return new Set(rows.map(({ value }) => String(value)))
}

function givenValue({ fields }: Draft, { name }: ManifestField): Json {
  return fields[name] ?? null
}

/** Returns a value in the form in which its column stores it (see `Storage` of a field type). */
function storedForm({ storage }: ManifestField, value: Json): Json {
  if (storage === 'boolean') return value === true ? 1 : 0
  if (storage === 'datetime') return Date.parse(String(value))
  return storage === 'json' ? JSON.stringify(value) : value
}

function keyOf(field: ManifestField, value: Json): string {
  return String(storedForm(field, value))
}
