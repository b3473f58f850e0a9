import type { RequestContext } from '../../../config/request.ts'
import { batch } from '../../database.ts'
import { runtimeOf } from '../../runtime.ts'
import { callOf } from '../call.ts'
import { composeTargets } from '../populate/read.ts'
import { narrow } from '../view.ts'
import { collectionTarget } from './targets.ts'

/**
 * Which documents the caller may read, in one round trip: what a plugin knows of documents is not for everybody whom it
 * asks to sign in.
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
