import type { ManifestCollection, Referrer } from '../../manifest/index.ts'
import { batch, DatabaseError, type Statement } from '../database.ts'
import { HttpError } from '../errors.ts'
import { emit } from '../hooks.ts'
import { announce } from './announce.ts'
import { type Call, requireAllowed } from './call.ts'
import { checkPrecondition, load } from './load.ts'
import { isStale } from './refusals.ts'
import type { DocumentRow } from './row.ts'
import { recordVersion } from './write.ts'

/** Documents that one deletion may take along. More is a migration, not a request. */
const MAX_CASCADE = 10_000
const MAX_TRIES = 5

/** `DELETE /api/<collection>/:id` */
export async function remove(call: Call, id: string): Promise<Response> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const row = await load(call, id)
    requireAllowed(call, call.plan.collection.access.delete, row)
    checkPrecondition(call, row)
    const doomed = await findDoomed(call, id)
    try {
      await batch(call.runtime.env.DB, removalStatements(call, row, doomed))
    } catch (error) {
      // A reference that came up between reading and deleting is found the next time round.
      if (error instanceof DatabaseError && (isStale(error) || error.refusal.kind === 'foreignKey')) continue
      throw error
    }
    await announceRemoval(call, row, doomed)
    return new Response(null, { status: 204 })
  }
  throw new HttpError('conflict', 'Others keep changing this document. Read it again.')
}

/** Ids to delete, by collection. */
type Doomed = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Everything that goes with the document: whatever cascades from it, level by level.
 * @throws HttpError `in_use` when a document that stays refers to one that would go
 */
async function findDoomed(call: Call, id: string): Promise<Doomed> {
  const doomed = new Map([[call.plan.collection.name, new Set([id])]])
  const holders: { referrer: Referrer; ids: readonly string[] }[] = []
  let level: Doomed = new Map([[call.plan.collection.name, new Set([id])]])
  while (level.size > 0) {
    const found = await findReferring(call, level)
    holders.push(...found.filter(({ referrer }) => referrer.onDelete === 'restrict'))
    level = addNew(
      doomed,
      found.filter(({ referrer }) => referrer.onDelete === 'cascade'),
    )
    const size = [...doomed.values()].reduce((sum, ids) => sum + ids.size, 0)
    if (size > MAX_CASCADE) throw new HttpError('in_use', `More than ${MAX_CASCADE} documents would go with it.`)
  }
  const staying = holders.flatMap(({ referrer, ids }) =>
    ids.filter((holder) => !doomed.get(referrer.collection)?.has(holder)).map((holder) => ({ referrer, holder })),
  )
  if (staying.length > 0) throw inUse(staying)
  return doomed
}

async function findReferring(call: Call, level: Doomed) {
  const questions = [...level].flatMap(([name, ids]) =>
    (collectionOf(call, name)?.statements.referrers ?? [])
      .filter(({ onDelete }) => onDelete === 'restrict' || onDelete === 'cascade')
      .map((referrer) => ({ referrer, statement: { sql: referrer.find, values: [jsonIds(ids), MAX_CASCADE + 1] } })),
  )
  if (questions.length === 0) return []
  const rows = await batch(
    call.runtime.env.DB,
    questions.map(({ statement }) => statement),
  )
  return questions.map(({ referrer }, index) => ({ referrer, ids: (rows[index] ?? []).map((row) => String(row.id)) }))
}

/** Adds what is found to what is doomed; returns what was not known before. */
function addNew(
  doomed: Map<string, Set<string>>,
  found: readonly { readonly referrer: Referrer; readonly ids: readonly string[] }[],
): Doomed {
  const added = new Map<string, Set<string>>()
  for (const { referrer, ids } of found) {
    const known = doomed.get(referrer.collection) ?? new Set()
    const fresh = ids.filter((id) => !known.has(id))
    if (fresh.length === 0) continue
    doomed.set(referrer.collection, new Set([...known, ...fresh]))
    added.set(referrer.collection, new Set([...(added.get(referrer.collection) ?? []), ...fresh]))
  }
  return added
}

function inUse(staying: readonly { readonly referrer: Referrer; readonly holder: string }[]): HttpError {
  const shown = staying.slice(0, 10)
  const errors = shown.map(({ referrer, holder }) => ({
    path: `${referrer.collection}.${referrer.field}`,
    code: 'in_use',
    message: `${referrer.collection} ${holder} refers to it.`,
  }))
  const count = staying.length === 1 ? 'One document refers' : `${staying.length} documents refer`
  return new HttpError('in_use', `${count} to it.`, { errors })
}

/** Guard, then references out of what stays, then documents, those that refer before those referred to. */
function removalStatements(call: Call, row: DocumentRow, doomed: Doomed): Statement[] {
  const order = deletionOrder(call, [...doomed.keys()])
  const idsOf = (name: string) => jsonIds(doomed.get(name) ?? new Set())
  const detaching = order.names.flatMap((name) =>
    (collectionOf(call, name)?.statements.referrers ?? []).flatMap(({ detach }) =>
      detach.map((sql) => ({ sql, values: usesTime(sql) ? [idsOf(name), call.now] : [idsOf(name)] })),
    ),
  )
  const purging = order.names.flatMap((name) =>
    (collectionOf(call, name)?.statements.purge ?? []).map((sql) => ({ sql, values: [idsOf(name)] })),
  )
  const history = order.names.map((name) => ({ sql: HISTORY, values: [idsOf(name)] }))
  const deferring = order.isCyclic ? [{ sql: 'PRAGMA defer_foreign_keys = ON', values: [] }] : []
  return [...deferring, recordVersion(call.plan, row, row), ...detaching, ...purging, ...history]
}

const HISTORY = 'DELETE FROM "content_versions" WHERE "document_id" IN (SELECT "value" FROM json_each(?1))'

/** D1 refuses values that a statement does not name. */
function usesTime(sql: string): boolean {
  return sql.includes('?2')
}

/** Collections so that each comes before those it refers to; cyclic where there is no such order. */
function deletionOrder(call: Call, names: readonly string[]): { names: readonly string[]; isCyclic: boolean } {
  const remaining = new Set(names)
  const ordered: string[] = []
  while (remaining.size > 0) {
    const free = [...remaining].find((name) => !isReferredTo(collectionOf(call, name), remaining))
    if (free === undefined) return { names: [...ordered, ...remaining], isCyclic: true }
    ordered.push(free)
    remaining.delete(free)
  }
  return { names: ordered, isCyclic: false }
}

/** Whether another collection's rows still hold on to it. A collection's own rows go in one statement. */
function isReferredTo(collection: ManifestCollection | undefined, by: ReadonlySet<string>): boolean {
  return (collection?.statements.referrers ?? []).some(
    ({ collection: from, onDelete }) =>
      from !== collection?.name && by.has(from) && (onDelete === 'restrict' || onDelete === 'cascade'),
  )
}

function collectionOf(call: Call, name: string): ManifestCollection | undefined {
  return call.runtime.program.manifest.collections.find((collection) => collection.name === name)
}

function jsonIds(ids: ReadonlySet<string>): string {
  return JSON.stringify([...ids])
}

async function announceRemoval(call: Call, row: DocumentRow, doomed: Doomed): Promise<void> {
  await announce(call, 'content:delete', row, null)
  for (const [collection, ids] of doomed) {
    for (const id of ids) if (id !== row.id) await emit(call.c, 'content:delete', { collection, id, after: null })
  }
}
