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

/** The files themselves, sorted: texts by path below the root of the service, with Cloudflare's `_headers` for them. */
export function readBrowserFiles(): readonly (readonly [path: string, text: string])[] {
  const headers = readText(join(DIST, '_headers'))
  if (headers === null) return []
  const paths = FOLDERS.flatMap((folder) => readdirSync(join(DIST, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(DIST, join(parentPath, name)).split(sep).join('/'))
    .sort()
  return [['_headers', headers], ...paths.map((path) => [path, readText(join(DIST, path)) ?? ''] as const)]
}
