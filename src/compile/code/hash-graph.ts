import { relative, sep } from 'node:path'
import { sha256 } from '../hash.ts'
import type { ModuleFiles, Reached } from './module-files.ts'

/**
 * Hashes everything that modules reach: files of the project by content, packages by version. The result does not
 * depend on the machine or the project's path.
 * @param text additional text to hash, such as the relevant part of a file
 */
export function hashGraph(modules: ModuleFiles, start: Partial<Reached>, text = ''): string {
  const files = new Map<string, string>()
  const packages = new Set(start.packages)
  const waiting = [...(start.files ?? [])]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue
    const module = modules.read(path)
    files.set(path, module?.hash ?? 'missing')
    for (const label of module?.packages ?? []) packages.add(label)
    waiting.push(...(module?.files ?? []))
  }
  const sorted = [...files]
    .map(([path, hash]) => [nameIn(modules.root, path), hash] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify({ text, files: sorted, packages: [...packages].sort() }))
}

/** Returns a path relative to the project, so that it is the same on every machine. */
function nameIn(root: string, path: string): string {
  const name = path.startsWith(root + sep) ? path.slice(root.length + 1) : relative(root, path)
  return name.split(sep).join('/')
}
