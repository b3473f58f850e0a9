import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Documentation, parseDocumentation } from './documentation.ts'

/** Reads the documentation from its folder: `docs/` of the package. */
export function readDocumentation(folder: string): Documentation {
  return parseDocumentation(readDocFiles(folder))
}

/** Reads the folder's Markdown files by name without extension, sorted. */
export function readDocFiles(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
  return new Map(names.map((name) => [name.slice(0, -'.md'.length), readFileSync(join(folder, name), 'utf8')]))
}
