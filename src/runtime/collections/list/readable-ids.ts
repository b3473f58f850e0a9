import type { RequestContext } from '../../../config/request.ts'
import { batch } from '../../database/database.ts'
import { runtimeOf } from '../../isolate/runtime.ts'
import { planOf } from '../document/plan.ts'
import { composeTargets } from '../populate/read.ts'
import { collectionTarget } from '../query/targets.ts'
import { callOf } from '../request/call.ts'
import { narrow, viewOf } from '../request/view.ts'

/**
 * Returns which of the documents the caller may read, in one round trip. With it, plugins avoid revealing documents to
 * every signed-in user.
 * @param idsByCollection ids of documents, by collection; unknown collections are ignored
 */
export async function readableIds(
  c: RequestContext,
  idsByCollection: ReadonlyMap<string, Iterable<string>>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { database, program } = runtimeOf(c)
  const queries = [...idsByCollection].flatMap(([name, ids]) => {
    const collection = program.manifest.collections.find((candidate) => candidate.name === name)
    const call = collection && callOf(c, collection)
    const target = call && collectionTarget(call, collection)
    if (!call || !target?.call) return []
    const idOnly = { ...target, call: { ...target.call, view: narrow(target.call.view, new Set(['id'])) } }
    return [{ name, statement: composeTargets(call, idOnly, new Set(ids)) }]
  })
  if (queries.length === 0) return new Map()
  const results = await batch(
    database,
    queries.map(({ statement }) => statement),
  )
  return new Map(queries.map(({ name }, index) => [name, new Set((results[index] ?? []).map(({ id }) => String(id)))]))
}

/** A document, and its field that refers to something. */
export interface Use {
  readonly collection: string
  readonly id: string
  readonly field: string
}

/** Returns the uses that are in documents that the caller may read and in fields that the caller may see. */
export async function readableUses<Found extends Use>(c: RequestContext, uses: readonly Found[]): Promise<Found[]> {
  const { manifest, fieldTypes } = runtimeOf(c).program
  const visible = uses.filter(({ collection: name, field }) => {
    const collection = manifest.collections.find((candidate) => candidate.name === name)
    const view = collection && viewOf(planOf(collection, fieldTypes), c.get('user'), runtimeOf(c).program, null)
    return view?.names.has(field) === true
  })
  const idsByCollection = Map.groupBy(visible, ({ collection }) => collection)
  const readable = await readableIds(
    c,
    new Map([...idsByCollection].map(([name, found]) => [name, found.map(({ id }) => id)])),
  )
  return visible.filter(({ collection, id }) => readable.get(collection)?.has(id))
}
