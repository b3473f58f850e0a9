import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { packageRoot } from '../load/package-root.ts'
import { readText } from '../write-outputs.ts'

const DIST = join(packageRoot, 'dist')

/** Reads the paths of browser files from the package's own build, by name. Empty if the package has not been built. */
export function readAssets(): Readonly<Record<string, string>> {
  return JSON.parse(readText(join(DIST, 'assets.json')) ?? '{}')
}

/** Folders of public files: files of pages, and the guides. */
const FOLDERS = ['assets', 'docs']

/** Folder of the guides below the root of a service. Each also exists as Markdown, which is only stored in `docs/`. */
const GUIDES = 'docs/guides'
const MARKDOWN = join(packageRoot, 'docs')

/** Returns the package's file for a public path, such as `docs/guides/api.md`. */
export function browserFile(path: string): string {
  return path.startsWith(`${GUIDES}/`) && path.endsWith('.md')
    ? join(MARKDOWN, path.slice(GUIDES.length + 1))
    : join(DIST, path)
}

/**
 * Reads the public files, sorted by path below the root of the service, with Cloudflare's `_headers` for them. Empty if
 * the package has not been built.
 */
export function readBrowserFiles(): readonly (readonly [path: string, text: string])[] {
  const headers = readText(join(DIST, '_headers'))
  if (headers === null) return []
  const built = FOLDERS.flatMap((folder) => readdirSync(join(DIST, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(DIST, join(parentPath, name)).split(sep).join('/'))
  const guides = markdownFiles()
    .filter((name) => name !== 'README.md')
    .map((name) => `${GUIDES}/${name}`)
  const paths = [...new Set([...built, ...guides])].sort()
  return [['_headers', headers], ...paths.map((path) => [path, readText(browserFile(path)) ?? ''] as const)]
}

/** Returns JSON with the Markdown of the guides and their index, by name, for the worker. */
export function readGuides(): string {
  const texts = markdownFiles().map((name) => [name.slice(0, -'.md'.length), readText(join(MARKDOWN, name))] as const)
  return JSON.stringify(Object.fromEntries(texts))
}

function markdownFiles(): string[] {
  return readdirSync(MARKDOWN)
    .filter((name) => name.endsWith('.md'))
    .sort()
}
