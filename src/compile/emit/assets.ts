import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { packageRoot } from '../load/package-root.ts'
import { readText } from '../write-outputs.ts'

const DIST = join(packageRoot, 'dist')

/** Paths of browser files from the package's own build, by name. Empty before the first `npm ci`. */
export function readAssets(): Readonly<Record<string, string>> {
  return JSON.parse(readText(join(DIST, 'assets.json')) ?? '{}')
}

/** Folders of what everybody may load: files of pages, and the guides. */
const FOLDERS = ['assets', 'docs']

/** Folder of the guides below the root of a service; each is there as Markdown too, which stands in `docs/` alone. */
const GUIDES = 'docs/guides'
const MARKDOWN = join(packageRoot, 'docs')

/** The file of this package that everybody may load at a path below the root of a service, such as `docs/guides/api.md`. */
export function browserFile(path: string): string {
  return path.startsWith(`${GUIDES}/`) && path.endsWith('.md')
    ? join(MARKDOWN, path.slice(GUIDES.length + 1))
    : join(DIST, path)
}

/** The files themselves, sorted: texts by path below the root of the service, with Cloudflare's `_headers` for them. */
export function readBrowserFiles(): readonly (readonly [path: string, text: string])[] {
  const headers = readText(join(DIST, '_headers'))
  if (headers === null) return []
  const built = FOLDERS.flatMap((folder) => readdirSync(join(DIST, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(DIST, join(parentPath, name)).split(sep).join('/'))
  const guides = readdirSync(MARKDOWN)
    .filter((name) => name !== 'README.md')
    .map((name) => `${GUIDES}/${name}`)
  const paths = [...new Set([...built, ...guides])].sort()
  return [['_headers', headers], ...paths.map((path) => [path, readText(browserFile(path)) ?? ''] as const)]
}
