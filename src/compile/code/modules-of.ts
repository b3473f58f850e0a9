import type { CodePart, ModulesOf } from '../compilation.ts'
import type { ProgramExports } from '../load/find-exports.ts'
import { packageOfFile } from './module-name.ts'
import type { ProgramGraph } from './program-graph.ts'

/**
 * Creates a function that returns the names of the project's modules that a part of the code reaches, sorted.
 * @param plugins names of the declared plugins, in the order of the exports
 * @param workerEntries entries of the graph that the worker begins with
 */
export function modulesOf(
  { modules, entries }: ProgramGraph,
  exports: ProgramExports,
  plugins: readonly string[],
  workerEntries: ReadonlySet<string>,
): ModulesOf {
  const start = ({ kind, name }: CodePart): readonly (string | undefined)[] => {
    if (kind === 'function') return [exports.functions.find(({ key }) => key === name)?.exported.file]
    if (kind === 'plugin') return [exports.plugins[plugins.indexOf(name)]?.file]
    return entries.filter(({ specifier }) => workerEntries.has(specifier)).flatMap(({ paths }) => paths)
  }
  return (part) => {
    const reached = new Set(start(part).filter((path) => path !== undefined))
    // Paths that are added to the set during this loop are visited, too.
    for (const path of reached)
      for (const { paths } of modules.get(path)?.imports ?? []) for (const imported of paths) reached.add(imported)
    return [...reached]
      .filter((path) => packageOfFile(path) === null)
      .flatMap((path) => modules.get(path)?.name ?? [])
      .sort()
  }
}
