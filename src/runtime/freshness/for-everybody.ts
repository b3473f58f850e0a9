import type { Access } from '../../manifest/index.ts'
import { keptFor } from '../common/kept-for.ts'
import type { Runtime } from '../isolate/runtime.ts'

const decisionsOf = keptFor((_: Runtime) => new Map<string, boolean>())

/**
 * Tells whether all anonymous callers see the same content of a collection, judged by data alone: the collection is
 * public, and no field's visibility is a function. Names of users are the same for everybody; for any other target, the
 * plugin must derive its response to anonymous callers from the target's rows alone.
 */
export function isForEverybody(runtime: Runtime, source: string): boolean {
  const known = decisionsOf(runtime)
  const found = known.get(source)
  if (found !== undefined) return found
  const response = decide(runtime, source)
  known.set(source, response)
  return response
}

function decide({ program }: Runtime, source: string): boolean {
  const { collections, plugins } = program.manifest
  if (source === 'users' || plugins.some(({ targets }) => targets[source] !== undefined)) return true
  const collection = collections.find(({ name }) => name === source)
  if (collection?.access.read.kind !== 'public') return false
  return !collection.fields.some(({ access }) => isFunction(access.read))
}

function isFunction(access: Access | null): boolean {
  return access?.kind === 'function'
}
