import type { RequestContext } from '../../../config/request.ts'
import { batch } from '../../database/database.ts'
import { runtimeOf } from '../../isolate/runtime.ts'
import { callOf } from '../call.ts'
import { planOf } from '../plan.ts'
import { composeTargets } from '../populate/read.ts'
import { narrow, viewOf } from '../view.ts'
import { collectionTarget } from './targets.ts'

/**
 * Finds which documents the caller may read, in one round trip, so that plugins do not reveal documents to every
 * signed-in user.
 * @param wanted ids by collection; a collection that there is not has none
 */
export async function readableIds(
  c: RequestContext,
  wanted: ReadonlyMap<string, Iterable<string>>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { database, program } = runtimeOf(c)
  const asked = [...wanted].flatMap(([name, ids]) => {
    const collection = program.manifest.collections.find((one) => one.name === name)
    const call = collection && callOf(c, collection)
    const target = call && collectionTarget(call, collection)
    if (!call || !target?.call) return []
    const shown = { ...target, call: { ...target.call, view: narrow(target.call.view, new Set(['id'])) } }
    return [{ name, statement: composeTargets(call, shown, new Set(ids)) }]
  })
  if (asked.length === 0) return new Map()
  const answers = await batch(
    database,
    asked.map(({ statement }) => statement),
  )
  return new Map(asked.map(({ name }, index) => [name, new Set((answers[index] ?? []).map(({ id }) => String(id)))]))
}

/** A field of a document that refers to something. */
export interface Use {
  readonly collection: string
  readonly id: string
  readonly field: string
}

/** Those uses of something that the caller may know of: they may read the document, and see the field. */
export async function readableUses<One extends Use>(c: RequestContext, uses: readonly One[]): Promise<One[]> {
  const { manifest, fieldTypes } = runtimeOf(c).program
  const known = uses.filter(({ collection: name, field }) => {
    const collection = manifest.collections.find((one) => one.name === name)
    const view = collection && viewOf(planOf(collection, fieldTypes), c.get('user'), runtimeOf(c).program, null)
    return view?.names.has(field) === true
  })
  const wanted = Map.groupBy(known, ({ collection }) => collection)
  const readable = await readableIds(c, new Map([...wanted].map(([name, of]) => [name, of.map(({ id }) => id)])))
  return known.filter(({ collection, id }) => readable.get(collection)?.has(id))
}
