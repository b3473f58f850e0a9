import { relative, sep } from 'node:path'
import { sha256 } from '../hash.ts'
import type { ModuleFiles, Reached } from './module-files.ts'

/**
 * The hash of everything that modules reach: the project's own files by what they hold, packages by their versions. The
 * same on every machine, wherever the project lies.
 * @param text what counts besides, such as the part of a file that is one of its declarations
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

/** Relative to the project, as it is on every machine. */
function nameIn(root: string, path: string): string {
  const name = path.startsWith(root + sep) ? path.slice(root.length + 1) : relative(root, path)
  return name.split(sep).join('/')
}
