import type { Json } from '../../../fields/field-type.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { batch, type Row } from '../../database/database.ts'
import { limitAt } from '../../isolate/position.ts'
import type { CollectionPlan } from '../document/plan.ts'
import { settle } from '../document/row.ts'
import { composeFilter, composeScope } from '../query/compose-filter.ts'
import { all, bindStatement, type Composed, numbered } from '../query/composed.ts'
import { createSlots } from '../query/slots.ts'
import { type Source, sourcesOf } from '../query/sources.ts'
import type { Target } from '../query/targets.ts'
import type { Call } from '../request/call.ts'
import { rowIn } from '../request/row-in.ts'
import { type Reference, type Sites, visitIds } from './sites.ts'

/** Documents that references point to, by reference and id. Documents that the caller may not read are missing. */
export type Populated = ReadonlyMap<Reference, ReadonlyMap<string, Row>>

/** Maximum number of documents in a response, including those of the list. */
export const MAX_DOCUMENTS = 2000

/** Function that returns the value of a field of a document. */
export type Holder = (field: string) => Json

/** Returns the value of a field in a row of its table. */
export function valueIn(plan: CollectionPlan, row: Row, field: string): Json {
  return plan.byName.get(field)?.decode(row[field] ?? null) ?? null
}

/**
 * Reads the documents that references point to: one round trip for each level, with one statement for each target,
 * however many documents there are. Meanwhile, plugins read their objects.
 * @throws HttpError `invalid_query` if there are more documents than allowed
 */
export async function populate(call: Call, sites: Sites, holders: readonly Holder[]): Promise<Populated> {
  const populated = new Map<Reference, ReadonlyMap<string, Row>>()
  let level = wantedBy(sites, holders)
  let left = MAX_DOCUMENTS
  while (level.size > 0) {
    for (const [reference, ids] of level) {
      left -= ids.size
      if (left < 0) throw tooMany(reference)
    }
    const found = await readTargets(call, level)
    const next = [...level].map(([reference, ids]) => {
      const rows = found.get(keyOf(reference.target)) ?? new Map<string, Row>()
      populated.set(reference, rows)
      const plan = reference.target.call?.plan
      const behind = [...ids].map((id) => rows.get(id)).filter((row) => row !== undefined)
      return wantedBy(reference.inner, plan ? behind.map((row) => (field) => valueIn(plan, row, field)) : [])
    })
    level = new Map(next.flatMap((targets) => [...targets]))
  }
  return populated
}

/** Returns the error for a response with more than the maximum number of documents. */
export function tooMany({ path }: Reference): HttpError {
  const detail = t(
    'With {path}, the response would contain more than {max} documents: ask for fewer at once, or populate less.',
    { path, max: MAX_DOCUMENTS },
  )
  return new HttpError('invalid_query', detail)
}

/** Ids to be read, by the reference that contains them. */
type Wanted = ReadonlyMap<Reference, ReadonlySet<string>>

function wantedBy(sites: Sites, holders: readonly Holder[]): Wanted {
  const idsByReference = new Map<Reference, Set<string>>()
  const note = (reference: Reference, id: string) => {
    idsByReference.set(reference, (idsByReference.get(reference) ?? new Set()).add(id))
  }
  for (const [field, site] of sites) for (const holder of holders) visitIds(site, holder(field), note)
  return idsByReference
}

async function readTargets(call: Call, level: Wanted): Promise<Map<string, ReadonlyMap<string, Row>>> {
  const idsByTarget = new Map<string, { readonly target: Target; readonly ids: Set<string> }>()
  for (const [{ target }, ids] of level) {
    const key = keyOf(target)
    const entry = idsByTarget.get(key) ?? { target, ids: new Set() }
    for (const id of ids) entry.ids.add(id)
    idsByTarget.set(key, entry)
  }
  const all = [...idsByTarget.values()]
  const stored = all.filter(({ target }) => target.provided === null)
  const [answers, provided] = await Promise.all([
    stored.length === 0
      ? []
      : batch(
          call.runtime.database,
          stored.map(({ target, ids }) => composeTargets(call, target, ids)),
        ),
    Promise.all(
      all
        .filter(({ target }) => target.provided !== null)
        .map(async ({ target, ids }) => [keyOf(target), await readProvided(call, target, ids)] as const),
    ),
  ])
  const read = stored.map(({ target }, index) => {
    const rows = (answers[index] ?? []).map((row) =>
      target.call === null ? row : rowIn(target.call, settle(row, call.now)),
    )
    return [keyOf(target), new Map(rows.map((row) => [String(row.id), row]))] as const
  })
  return new Map<string, ReadonlyMap<string, Row>>([...read, ...provided])
}

/**
 * Returns a key for targets that are read together. For the target of a link, only the fields that its address contains
 * are read.
 */
function keyOf({ name, call }: Target): string {
  return `${name} ${call?.view.signature ?? ''}`
}

/** Reads objects of a plugin, each as JSON text. While the plugin is inactive, references stay ids. */
async function readProvided(call: Call, { provided }: Target, ids: ReadonlySet<string>): Promise<Map<string, Row>> {
  if (provided === null || !(await call.runtime.activity.isActive(provided.plugin))) return new Map()
  const objects = await provided.read(call.c, [...ids])
  return new Map([...objects].map(([id, object]) => [id, { id, text: JSON.stringify(object) }]))
}

/** Columns that are always read: the id, and those that determine the status. */
const ALWAYS = ['id', 'status', 'publishedAt', 'scheduledAt']

/** Composes the statement that reads documents by id, limited to those that the caller may read. */
export function composeTargets(call: Call, target: Target, ids: ReadonlySet<string>) {
  const sources = sourcesOf(call)
  const source = sources(target.name)
  const slots = createSlots()
  const among: Composed = {
    sql: `${source.columns.id} IN (SELECT value FROM json_each(?))`,
    parameters: [slots.add(JSON.stringify([...ids]))],
  }
  const where = all([
    among,
    composeScope(source, target.scope),
    ...target.limits(slots).map((filter) => composeFilter(filter, source, sources)),
  ])
  const sql = `SELECT ${selectList(source, target)} FROM "${source.table}" WHERE ${where.sql}`
  return bindStatement(
    numbered({ sql: `${sql} LIMIT ${limitAt('?')}`, parameters: [...where.parameters, 'position'] }),
    {
      values: slots.values,
      now: call.now,
      rows: 0,
      offset: 0,
      position: call.runtime.ledger.current,
    },
  )
}

function selectList({ columns }: Source, { call }: Target): string {
  const shown = call && new Set([...call.view.names, ...(call.view.reads ?? []), ...ALWAYS])
  return Object.entries(columns)
    .filter(([property]) => shown === null || shown.has(property))
    .map(([property, expression]) => `${expression} AS "${property}"`)
    .join(', ')
}
