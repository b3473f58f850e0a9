import { batch, type Row } from '../../database.ts'
import { limitAt } from '../../migrations/position.ts'
import type { Call } from '../call.ts'
import { type DocumentRow, settle } from '../row.ts'
import { type View, writeDocument } from '../view.ts'
import { bindStatement } from './compose.ts'
import { all, type Composed, composeFilter, composeScope, numbered } from './compose-filter.ts'
import type { Population } from './parse-populate.ts'
import { createSlots } from './slots.ts'
import { type Source, sourcesOf, USER_PROPERTIES } from './sources.ts'
import type { Target } from './targets.ts'

/** Documents that references point to, by id, for each reference. What the caller may not read is not among them. */
export type Populated = ReadonlyMap<Population, ReadonlyMap<string, Row>>

/** References that are as many steps away, each with the documents that hold it. */
type Level = readonly { readonly population: Population; readonly holders: readonly Row[] }[]

/**
 * Reads what the references of documents point to: one round trip for each level, with one statement for each target,
 * however many documents there are.
 */
export async function populate(
  call: Call,
  populations: readonly Population[],
  rows: readonly Row[],
): Promise<Populated> {
  const populated = new Map<Population, ReadonlyMap<string, Row>>()
  let level: Level = populations.map((population) => ({ population, holders: rows }))
  while (level.length > 0) {
    const found = await readTargets(call, level)
    for (const { population } of level) populated.set(population, found.get(population.target.name) ?? new Map())
    level = level.flatMap(({ population, holders }) => {
      const targets = found.get(population.target.name) ?? new Map<string, Row>()
      const ids = new Set(holders.flatMap((row) => idsOf(row, population)))
      const inner = [...ids].map((id) => targets.get(id)).filter((row) => row !== undefined)
      return population.inner.map((next) => ({ population: next, holders: inner }))
    })
  }
  return populated
}

/** A document as JSON text, with documents in place of references. */
export function writePopulated(row: Row, view: View, populations: readonly Population[], populated: Populated): string {
  const byField = new Map(populations.map((population) => [population.field, population]))
  const properties = view.properties.map((property) => {
    const population = byField.get(property.name)
    return population ? { ...property, write: () => writeReference(row, population, populated) } : property
  })
  return writeDocument(row as DocumentRow, { ...view, properties }) // read with the columns of a document
}

function writeReference(row: Row, population: Population, populated: Populated): string {
  const targets = populated.get(population)
  const texts = idsOf(row, population).map((id) => {
    const target = targets?.get(id)
    return target === undefined ? JSON.stringify(id) : writeTarget(target, population, populated)
  })
  return population.isList ? `[${texts.join(',')}]` : (texts[0] ?? 'null')
}

function writeTarget(row: Row, { target, inner }: Population, populated: Populated): string {
  if (target.call !== null) return writePopulated(row, target.call.view, inner, populated)
  if (target.provided !== null) return String(row.text)
  return JSON.stringify(Object.fromEntries(USER_PROPERTIES.map((name) => [name, row[name] ?? null])))
}

async function readTargets(call: Call, level: Level): Promise<Map<string, ReadonlyMap<string, Row>>> {
  const wanted = new Map<string, { readonly target: Target; readonly ids: Set<string> }>()
  for (const { population, holders } of level) {
    const { target } = population
    const entry = wanted.get(target.name) ?? { target, ids: new Set() }
    for (const row of holders) for (const id of idsOf(row, population)) entry.ids.add(id)
    if (entry.ids.size > 0) wanted.set(target.name, entry)
  }
  const all = [...wanted.values()]
  const questions = all.filter(({ target }) => target.provided === null)
  const [answers, provided] = await Promise.all([
    questions.length === 0
      ? []
      : batch(
          call.runtime.database,
          questions.map(({ target, ids }) => composeTargets(call, target, ids)),
        ),
    Promise.all(
      all
        .filter(({ target }) => target.provided !== null)
        .map(async ({ target, ids }) => [target.name, await readProvided(call, target, ids)] as const),
    ),
  ])
  const read = questions.map(({ target }, index) => {
    const rows = (answers[index] ?? []).map((row) => (target.call === null ? row : settle(row, call.now)))
    return [target.name, new Map(rows.map((row) => [String(row.id), row]))] as const
  })
  return new Map<string, ReadonlyMap<string, Row>>([...read, ...provided])
}

/** Objects as the plugin shows them, each as its JSON text. While the plugin is off references stay ids. */
async function readProvided(call: Call, { provided }: Target, ids: ReadonlySet<string>): Promise<Map<string, Row>> {
  if (provided === null || !(await call.runtime.activity.isActive(provided.plugin))) return new Map()
  const objects = await provided.read(call.c, [...ids])
  return new Map([...objects].map(([id, object]) => [id, { id, text: JSON.stringify(object) }]))
}

/** What a row's status is told by. */
const ALWAYS = ['id', 'status', 'publishedAt', 'scheduledAt']

/** Reads those of the documents with these ids that the caller may read. */
export function composeTargets(call: Call, target: Target, ids: ReadonlySet<string>) {
  const sources = sourcesOf(call.runtime)
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
  const shown = call && new Set([...call.view.names, ...ALWAYS])
  return Object.entries(columns)
    .filter(([property]) => shown === null || shown.has(property))
    .map(([property, expression]) => `${expression} AS "${property}"`)
    .join(', ')
}

/** Ids that a document holds: a list is read as a JSON array. */
function idsOf(row: Row, { field, isList }: Population): string[] {
  const stored = row[field] ?? null
  if (stored === null) return []
  return isList ? (JSON.parse(String(stored)) as string[]) : [String(stored)] // json_group_array of ids
}
