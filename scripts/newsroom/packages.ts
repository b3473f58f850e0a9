import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Metadata of a package that a newsroom can use. Values may be malformed, since people write them by hand. */
export interface Package {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly author: { readonly name: string; readonly email: string | null; readonly url: string | null } | null
  readonly homepage: string | null
  /** Text of the README; empty if there is none. */
  readonly readme: string
}

/** Finds the packages below `nodeModules`, including nested and scoped ones, one for each name, sorted by name. */
export async function findPackages(nodeModules: string): Promise<Package[]> {
  const found = new Map<string, Package>()
  for (const folder of await packageFolders(nodeModules)) {
    const read = await readPackage(folder)
    if (read && !found.has(read.name)) found.set(read.name, read)
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function packageFolders(nodeModules: string): Promise<string[]> {
  const folders: string[] = []
  for (const entry of await readdir(nodeModules, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue
    const folder = join(nodeModules, entry.name)
    if (entry.name.startsWith('@')) folders.push(...(await packageFolders(folder)))
    else folders.push(folder, ...(await packageFolders(join(folder, 'node_modules'))))
  }
  return folders
}

async function readPackage(folder: string): Promise<Package | null> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8')
    .then(JSON.parse)
    .catch(() => null)
  if (typeof manifest?.name !== 'string' || typeof manifest.version !== 'string') return null
  const readme = (await readdir(folder)).find((file) => /^readme(\.(md|markdown|txt))?$/i.test(file))
  return {
    name: manifest.name,
    version: manifest.version,
    description: typeof manifest.description === 'string' ? manifest.description : '',
    keywords: Array.isArray(manifest.keywords)
      ? manifest.keywords.filter((word: unknown) => typeof word === 'string')
      : [],
    author: person(manifest.author ?? manifest.maintainers?.[0] ?? manifest.contributors?.[0]),
    homepage: typeof manifest.homepage === 'string' ? manifest.homepage : null,
    readme: readme ? await readFile(join(folder, readme), 'utf8') : '',
  }
}

/** Reads a person, which npm allows as an object or as `Name <email> (address)`; `null` if there is no name. */
function person(value: unknown): Package['author'] {
  if (typeof value === 'object' && value !== null) {
    const { name, email, url } = value as Record<string, unknown>
    return typeof name === 'string' && name.trim() !== ''
      ? {
          name: name.trim(),
          email: typeof email === 'string' ? email : null,
          url: typeof url === 'string' ? url : null,
        }
      : null
  }
  const parts = typeof value === 'string' ? /^([^<(]+)(?:<([^>]*)>)?\s*(?:\(([^)]*)\))?/.exec(value) : null
  const name = parts?.[1]?.trim()
  return name ? { name, email: parts?.[2] || null, url: parts?.[3] || null } : null
}
