import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { type GraphSource, type ProgramGraph, readChanged, readGraph } from './program-graph.ts'

/** A graph, with what it was read from. */
interface KnownGraph {
  readonly request: string
  readonly graph: ProgramGraph
  /** States of the modules, by absolute path. */
  readonly files: ReadonlyMap<string, string>
  /** Names in the project's folders that contain modules: a new file may replace one. */
  readonly folders: string
}

const known = new Map<string, KnownGraph>()

/**
 * Returns the graph of a project. Asks the bundler only for what has changed since the last time, because all of it
 * takes longer than compiling the rest. Returns the same object if nothing has changed.
 * @param settings contents of other files that the bundler reads
 */
export async function graphOf(source: GraphSource, settings: string): Promise<ProgramGraph> {
  if (source.overlay.size > 0) return readGraph(source)
  const request = JSON.stringify([source.entries, source.variants, settings])
  const before = known.get(source.root)
  const graph = await (before?.request === request ? graphSince(source, before) : readGraph(source))
  if (graph === before?.graph) return graph
  const files = new Map([...graph.modules.keys()].map((path) => [path, stateOf(path)]))
  known.set(source.root, { request, graph, files, folders: namesBeside(files.keys()) })
  return graph
}

async function graphSince(source: GraphSource, { graph, files, folders }: KnownGraph): Promise<ProgramGraph> {
  if (namesBeside(files.keys()) !== folders) return readGraph(source)
  const changed = [...files].filter(([path, state]) => stateOf(path) !== state).map(([path]) => path)
  return changed.length === 0 ? graph : readChanged(source, graph, new Set(changed))
}

function stateOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : ''
}

function namesBeside(files: Iterable<string>): string {
  const folders = [...files].filter((path) => !path.includes(`${sep}node_modules${sep}`)).map((path) => dirname(path))
  return [...new Set(folders)].sort().flatMap(namesIn).join('\n')
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return [folder, ...readdirSync(folder).filter((name) => !name.startsWith('.'))]
}
