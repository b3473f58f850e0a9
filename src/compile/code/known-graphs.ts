import { readdirSync, statSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { type GraphSource, type ProgramGraph, readGraph } from './program-graph.ts'

/** A graph, with what it was read from. */
interface KnownGraph {
  readonly request: string
  readonly graph: ProgramGraph
  /** States of the modules, and names in the project's folders that contain them, where a new file may replace one. */
  readonly states: ReadonlyMap<string, string>
}

const known = new Map<string, KnownGraph>()

/**
 * Returns the graph of a project. Returns the same object as last time if nothing has changed, because asking the bundler
 * takes longer than compiling all the rest.
 * @param settings contents of other files that the bundler reads
 */
export async function graphOf(source: GraphSource, settings: string): Promise<ProgramGraph> {
  if (source.overlay.size > 0) return readGraph(source)
  const request = JSON.stringify([source.entries, source.variants, settings])
  const before = known.get(source.root)
  if (before?.request === request && isCurrent(before.states)) return before.graph
  const graph = await readGraph(source)
  known.set(source.root, { request, graph, states: statesOf(graph) })
  return graph
}

function statesOf({ modules }: ProgramGraph): ReadonlyMap<string, string> {
  const files = [...modules.keys()]
  const folders = files.filter((path) => !path.includes(`${sep}node_modules${sep}`)).map((path) => dirname(path))
  return new Map([...files, ...new Set(folders)].map((path) => [path, stateOf(path)]))
}

function isCurrent(states: KnownGraph['states']): boolean {
  return [...states].every(([path, state]) => stateOf(path) === state)
}

function stateOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : ''
  return readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .join('\n')
}
