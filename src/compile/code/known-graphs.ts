import { type Dirent, existsSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { type GraphSource, type ProgramGraph, readChanged, readGraph } from './program-graph.ts'

/** A graph, with what it was read from. */
interface KnownGraph {
  readonly request: string
  readonly graph: ProgramGraph
  /** States of the modules, by absolute path. */
  readonly files: ReadonlyMap<string, string>
  /** State of the files and folders that determine where imports lead. */
  readonly around: string
}

const known = new Map<string, KnownGraph>()

/**
 * Returns the graph of a project. Asks the bundler only for the modules that have changed since the last time, because
 * reading all of them takes longer than the rest of the compilation. Returns the same object if nothing has changed.
 * @param settings contents of other files that the bundler reads
 */
export async function graphOf(source: GraphSource, settings: string): Promise<ProgramGraph> {
  if (source.overlay.size > 0) return readGraph(source)
  const request = JSON.stringify([source.entries, source.variants, settings])
  const before = known.get(source.root)
  const graph = await (before?.request === request ? graphSince(source, before) : readGraph(source))
  if (graph === before?.graph) return graph
  const files = new Map([...graph.modules.keys()].map((path) => [path, stateOf(path)]))
  known.set(source.root, { request, graph, files, around: surroundings(source.root, files.keys()) })
  return graph
}

async function graphSince(source: GraphSource, { graph, files, around }: KnownGraph): Promise<ProgramGraph> {
  if (surroundings(source.root, files.keys()) !== around) return readGraph(source)
  const changed = [...files].filter(([path, state]) => stateOf(path) !== state).map(([path]) => path)
  return changed.length === 0 ? graph : readChanged(source, graph, new Set(changed))
}

function stateOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : ''
}

/**
 * Returns the state of everything around a program's modules that may lead an import elsewhere: names of files and
 * packages, targets of links, and descriptions of packages.
 */
function surroundings(root: string, files: Iterable<string>): string {
  const folders = new Set(foldersBelow(root))
  for (const file of files)
    for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) folders.add(folder)
  return [...folders]
    .sort()
    .flatMap((folder) => [folder, ...stateIn(root, folder)])
    .join('\n')
}

function foldersBelow(folder: string): readonly string[] {
  const inner = entriesOf(folder).filter((entry) => entry.isDirectory() && !/^(?:\..*|node_modules)$/.test(entry.name))
  return [folder, ...inner.flatMap(({ name }) => foldersBelow(join(folder, name)))]
}

function stateIn(root: string, folder: string): readonly string[] {
  const packages = join(folder, 'node_modules')
  const scopes = entriesOf(packages).filter(({ name }) => name.startsWith('@'))
  const isOfProject = `${folder}${sep}`.startsWith(`${root}${sep}`) && !folder.includes(`${sep}node_modules`)
  return [
    ...DESCRIPTIONS.map((name) => stateOf(join(folder, name))),
    ...[packages, ...scopes.map(({ name }) => join(packages, name))].flatMap(namesIn),
    ...(isOfProject ? namesIn(folder) : []),
  ]
}

const DESCRIPTIONS = ['package.json', 'tsconfig.json', 'jsconfig.json']

/** Returns the names in a folder, and the targets of its links. */
function namesIn(folder: string): readonly string[] {
  return entriesOf(folder).map((entry) =>
    entry.isSymbolicLink() ? `${entry.name} ${readlinkSync(join(folder, entry.name))}` : entry.name,
  )
}

function entriesOf(folder: string): readonly Dirent[] {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
}
