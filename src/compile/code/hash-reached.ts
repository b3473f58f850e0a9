import { sha256 } from '../hash.ts'
import { codeFact } from '../lock/code-hash.ts'
import type { ProgramGraph } from './program-graph.ts'

/**
 * Hashes modules, everything that they import, directly or not, and which module each import leads to. The result does
 * not depend on the machine, the project's path, or where packages are installed.
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
  const identities = identitiesOf(
    modules,
    [...reached].filter((path) => modules.has(path)),
  )
  const begin = start.flatMap((path) => identities.get(path) ?? [])
  const lines = new Set(identities.values())
  return codeFact(sha256(JSON.stringify([text, begin.sort(), [...lines].sort()])), label)
}

/**
 * Returns what identifies each module: its name, its bytes, and what each of its imports leads to. Installed copies of
 * a package may share name and bytes. They are told apart by what they import, as deep as it takes.
 */
function identitiesOf(modules: ProgramGraph['modules'], paths: readonly string[]): ReadonlyMap<string, string> {
  let identities = new Map(paths.map((path) => [path, `${modules.get(path)?.name} ${modules.get(path)?.hash}`]))
  for (;;) {
    const before = identities
    const importsOf = (path: string) =>
      (modules.get(path)?.imports ?? []).map(({ specifier, paths, hosts }) => [
        specifier,
        hosts,
        paths.map((imported) => before.get(imported) ?? '').sort(),
      ])
    identities = new Map(paths.map((path) => [path, sha256(JSON.stringify([before.get(path), importsOf(path)]))]))
    if (new Set(identities.values()).size === new Set(before.values()).size) return identities
  }
}
