import type { Access } from '../../manifest/index.ts'
import type { Runtime } from '../isolate/runtime.ts'

const decided = new WeakMap<Runtime, Map<string, boolean>>()

/**
 * Tells whether all anonymous callers see the same of a collection, determined by data alone: it is public, and no
 * field's visibility is a function. Users show the same names to everybody; targets are shown by their plugin, whose
 * response to anonymous callers must follow from its rows.
 */
export function isForEverybody(runtime: Runtime, source: string): boolean {
  const known = decided.get(runtime) ?? new Map<string, boolean>()
  decided.set(runtime, known)
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
