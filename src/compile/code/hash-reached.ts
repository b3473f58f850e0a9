import { sha256 } from '../hash.ts'
import { codeFact } from '../lock/code-hash.ts'
import type { ProgramGraph } from './program-graph.ts'

/**
 * Hashes modules and everything that they import, directly or not. The result does not depend on the machine, the
 * project's path, or where packages are installed.
 * @param start absolute paths of modules
 * @param text additional text to hash, such as the relevant part of a module
 * @param label label of the package that the modules are installed with
 */
export function hashReached(
  { modules }: ProgramGraph,
  start: readonly string[],
  text = '',
  label: string | null = null,
): string {
  const reached = new Set(start)
  // Paths that are added to the set during this loop are visited, too.
  for (const path of reached)
    for (const { paths } of modules.get(path)?.imports ?? []) for (const imported of paths) reached.add(imported)
  const found = [...reached].flatMap((path) => modules.get(path) ?? [])
  const lines = new Set(found.map(({ name, hash }) => `${name} ${hash}`))
  return codeFact(sha256(JSON.stringify([text, [...lines].sort()])), label)
}
